import { z } from "zod";

import { linkTokenSchema } from "#shared/accounts/users.ts";
import { DIGEST_CHOICES } from "#shared/channels/delivery-words.ts";
import { requiredText } from "#shared/kernel/text.ts";

/** Maximum length of an email address (RFC 5321). */
const MAX_ADDRESS_LENGTH = 254;

/** One email address, without a name, comments, quotation marks or a list. */
export const mailAddressSchema = z
  .string()
  .trim()
  .max(MAX_ADDRESS_LENGTH, `Use at most ${MAX_ADDRESS_LENGTH} characters`)
  .pipe(z.email("Please enter a valid email address"));

export interface Mailbox {
  name: string;
  address: string;
}

/** Characters that would begin another part of a mail header. */
const MAILBOX = /^(?:(?<name>[^<>"(),;:\\@\p{Cc}]*)<(?<inner>[^<>\s]+)>|(?<plain>\S+))$/u;

/** Parses `Name <address>` or a plain address. Returns null for anything else, such as a list. */
export function readMailbox(text: string): Mailbox | null {
  const { name = "", inner, plain = "" } = MAILBOX.exec(text.trim())?.groups ?? {};
  const address = mailAddressSchema.safeParse(inner ?? plain);
  return address.success ? { name: name.trim(), address: address.data } : null;
}

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
  /** Error of the last attempt. Null if it succeeded. */
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
  /** Username, or confirmed email address. */
  username: requiredText("Username is required").min(1, "Username is required").max(1000),
});
export type PasswordLinkRequest = z.infer<typeof passwordLinkRequestSchema>;

/** Invite or password link to mail. */
export const mailedLinkSchema = z.strictObject({ token: linkTokenSchema, email: mailAddressSchema });
export type MailedLink = z.infer<typeof mailedLinkSchema>;
