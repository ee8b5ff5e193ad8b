import { z } from "zod";

import { itemInput } from "#shared/kernel/items.ts";
import { pageRequestSchema } from "#shared/kernel/paging.ts";
import { TEXT_LIMITS } from "#shared/kernel/text-rules.ts";
import { idSchema, optionalLine, requiredText } from "#shared/kernel/text.ts";

import { hasInvisibleCharacter, LINK_KINDS, MIN_PASSWORD_LENGTH } from "./user-rules.ts";

export const MAX_PASSWORD_LENGTH = 256;
export const MAX_USERNAME_LENGTH = 64;

export const roleSchema = z.enum(["user", "admin"]);
export type Role = z.infer<typeof roleSchema>;

export const userSchema = z.object({
  id: idSchema,
  username: z.string(),
  displayName: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string().nullable(),
  role: roleSchema,
  createdAt: z.iso.datetime(),
});
export type User = z.infer<typeof userSchema>;

/** Person as shown next to their content. */
export const authorSchema = userSchema.pick({
  id: true,
  username: true,
  displayName: true,
  firstName: true,
  lastName: true,
  email: true,
});
export type Author = z.infer<typeof authorSchema>;

const newUsername = requiredText("Username is required")
  .trim()
  .min(1, "Username is required")
  .max(MAX_USERNAME_LENGTH, `Use at most ${MAX_USERNAME_LENGTH} characters`)
  .refine((name) => !hasInvisibleCharacter(name), "Remove invisible characters from the username");

export const newUsernameSchema = z.object({ username: newUsername });

/** Password in NFKC form, so that any keyboard can type it again. The limits apply to this form. */
const newPassword = requiredText("Password is required")
  .max(MAX_PASSWORD_LENGTH * 4, { error: `Use at most ${MAX_PASSWORD_LENGTH} characters`, abort: true })
  .overwrite((password) => password.normalize("NFKC"))
  .min(MIN_PASSWORD_LENGTH, `Password must be at least ${MIN_PASSWORD_LENGTH} characters`)
  .max(MAX_PASSWORD_LENGTH, `Use at most ${MAX_PASSWORD_LENGTH} characters`)
  .refine((password) => password.isWellFormed(), "Remove broken symbols from the password");

const optionalEmail = z
  .union([z.literal("").transform(() => null), z.email("Please enter a valid email address").max(254)], {
    error: "Please enter a valid email address",
  })
  .nullish()
  .transform((email) => email ?? null);

/** One-time token from a link. */
export const linkTokenSchema = z.string().min(1).max(100);

export const loginSchema = z.object({
  username: requiredText("Username is required").min(1, "Username is required").max(1000),
  password: requiredText("Password is required")
    .min(1, "Password is required")
    .max(MAX_PASSWORD_LENGTH * 4, "The password is too long"),
  /** Token of a setup link. Signing in through it grants the admin role. */
  setup: linkTokenSchema.optional(),
});
export type Login = z.infer<typeof loginSchema>;

const personalFields = {
  displayName: optionalLine(TEXT_LIMITS.name),
  firstName: optionalLine(TEXT_LIMITS.name),
  lastName: optionalLine(TEXT_LIMITS.name),
  email: optionalEmail,
};

export const registrationSchema = itemInput(
  {
    username: newUsername,
    password: newPassword,
    ...personalFields,
    setup: linkTokenSchema.optional(),
    invite: linkTokenSchema.optional(),
  },
  userSchema,
);
export type Registration = z.infer<typeof registrationSchema>;

export const profileEditSchema = itemInput(personalFields, userSchema).partial();
export type ProfileEdit = z.infer<typeof profileEditSchema>;

export const passwordChangeSchema = z.strictObject({
  currentPassword: requiredText("Enter your current password")
    .min(1, "Enter your current password")
    .max(MAX_PASSWORD_LENGTH * 4),
  newPassword,
  /** True to revoke API tokens and feed addresses too. */
  alsoRevoke: z.boolean().default(false),
});
export type PasswordChange = z.infer<typeof passwordChangeSchema>;

export const passwordResetSchema = z.strictObject({ token: linkTokenSchema, password: newPassword });
export type PasswordReset = z.infer<typeof passwordResetSchema>;

/** User, as administrators see them. */
export const managedUserSchema = userSchema.extend({
  /** Time when the account was disabled; null for an enabled account. */
  disabledAt: z.iso.datetime().nullable(),
});
export type ManagedUser = z.infer<typeof managedUserSchema>;

/** Administrator's changes to an account. Other fields are rejected. */
export const userEditSchema = z
  .strictObject({
    id: idSchema,
    role: roleSchema.optional(),
    username: newUsername.optional(),
    disabled: z.boolean().optional(),
  })
  .refine(({ role, username, disabled }) => [role, username, disabled].some((field) => field !== undefined), {
    error: "Send role, username or disabled",
  });
export type UserEdit = z.infer<typeof userEditSchema>;

/** Token or feed of a user, for administrators. */
export const userCredentialSchema = z.object({ id: idSchema, userId: idSchema });
/** Request for a user's tokens or feeds, for administrators. */
export const userCredentialsRequestSchema = pageRequestSchema.extend({ userId: idSchema });

export const accountActionSchema = z.enum([
  "renamed",
  "role",
  "disabled",
  "enabled",
  "deleted",
  "reset-link",
  "password-reset",
  "token-revoked",
  "feed-stopped",
  "linked",
  "unlinked",
  "changed",
]);
export type AccountAction = z.infer<typeof accountActionSchema>;

/** Change to an account. */
export const accountEventSchema = z.object({
  id: idSchema,
  at: z.iso.datetime(),
  /** Username of the author. Null for the command line. */
  actor: z.string().nullable(),
  userId: idSchema.nullable(),
  /** The account's username at that time. */
  username: z.string(),
  action: accountActionSchema,
  /** Detail of the action: the new role or username, or the name of a token or feed. */
  detail: z.string().nullable(),
});
export type AccountEvent = z.infer<typeof accountEventSchema>;

/** Session of the user on a device. `id` is opaque and differs from the cookie's value. */
export const sessionSchema = z.object({
  id: idSchema,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  userAgent: z.string().nullable(),
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof sessionSchema>;

export const signupModeSchema = z.enum(["open", "invite", "closed"]);
export type SignupMode = z.infer<typeof signupModeSchema>;

export const linkKindSchema = z.enum(LINK_KINDS);

/** One-time link, shown only once. The database stores only a hash of its token. */
export const oneTimeLinkSchema = z.object({ url: z.url(), expiresAt: z.iso.datetime() });
export type OneTimeLink = z.infer<typeof oneTimeLinkSchema>;

/** Data for a visitor's sign-in card: who may sign up, and the purpose of the link in the address. */
export const signInOptionsSchema = z.object({
  signup: signupModeSchema,
  link: z.object({ kind: linkKindSchema, isValid: z.boolean(), username: z.string().nullable() }).nullable(),
  /** Required https address of the server. Null if plain http works too. */
  secureUrl: z.url().nullable(),
  /** True if the server is a demo, whose accounts everyone may use. */
  isDemo: z.boolean(),
  /** Name of the identity provider for sign-in. Null if there is none. */
  provider: z.string().nullable(),
  /** True if the server can mail links for a new password. */
  canResetByMail: z.boolean(),
});
export type SignInOptions = z.infer<typeof signInOptionsSchema>;

/** Connection of the user's account with the identity provider. */
export const providerLinkSchema = z.object({
  name: z.string(),
  isLinked: z.boolean(),
  /** False for an account that can only sign in through the provider. */
  hasPassword: z.boolean(),
});
export type ProviderLink = z.infer<typeof providerLinkSchema>;

export const newProviderLinkSchema = z.strictObject({
  password: requiredText("Enter your password")
    .min(1, "Enter your password")
    .max(MAX_PASSWORD_LENGTH * 4),
});

/** Address at the provider that the browser opens next. */
export const providerAddressSchema = z.object({ url: z.url() });
