import { z } from "zod";

import { linkTokenSchema } from "#shared/accounts/users.ts";
import { requiredText } from "#shared/kernel/text.ts";

import { mailAddressSchema } from "./mail-address.ts";
import { DIGEST_CHOICES } from "./personal-mail-words.ts";

export const personalMailSchema = z.object({
  /** False if the server has no mail server. */
  hasMail: z.boolean(),
  /** Null until an address is entered. */
  address: z.string().nullable(),
  /** False until the owner confirms the address. Until then, only the confirmation is mailed. */
  isConfirmed: z.boolean(),
  digest: z.enum(DIGEST_CHOICES),
  /** True to mail mentions and replies at once. */
  atOnce: z.boolean(),
  lastMailAt: z.iso.datetime().nullable(),
  /** Error of the last attempt; null if it succeeded. */
  lastError: z.string().nullable(),
  /** Time zone of the digests. */
  timeZone: z.string(),
});
export type PersonalMail = z.infer<typeof personalMailSchema>;

export const personalMailEditSchema = z.strictObject({
  address: mailAddressSchema,
  digest: z.enum(DIGEST_CHOICES),
  atOnce: z.boolean(),
});
export type PersonalMailEdit = z.infer<typeof personalMailEditSchema>;

/** Request of a visitor for a link to a new password. */
export const passwordLinkRequestSchema = z.strictObject({
  /** User name, or confirmed e-mail address. */
  username: requiredText("Username is required").min(1, "Username is required").max(1000),
});
export type PasswordLinkRequest = z.infer<typeof passwordLinkRequestSchema>;

/** Invite or password link to mail. */
export const mailedLinkSchema = z.strictObject({ token: linkTokenSchema, email: mailAddressSchema });
export type MailedLink = z.infer<typeof mailedLinkSchema>;
