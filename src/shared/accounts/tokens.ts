import { z } from "zod";

import { TEXT_LIMITS } from "#shared/kernel/text-rules.ts";
import { idSchema, requiredLine, wholeNumber } from "#shared/kernel/text.ts";

import { TOKEN_SCOPES } from "./token-scopes.ts";

export const tokenScopeSchema = z.enum(TOKEN_SCOPES);

export const DEFAULT_TOKEN_DAYS = 90;
const MAX_TOKEN_DAYS = 3650;
export const MAX_TOKENS_PER_USER = 50;

export const newTokenSchema = z.strictObject({
  name: requiredLine(TEXT_LIMITS.name, "Name is required"),
  scope: tokenScopeSchema.default("read"),
  /** Number of days until the token expires. Null if it never expires. */
  expiresInDays: wholeNumber(
    z
      .int()
      .min(1, "A token must be valid for at least a day")
      .max(MAX_TOKEN_DAYS, `A token can be valid for at most ${MAX_TOKEN_DAYS} days, or never expire`),
  )
    .nullable()
    .default(DEFAULT_TOKEN_DAYS),
});
export type NewToken = z.infer<typeof newTokenSchema>;

/** API token as listed for its owner, without the token itself. */
export const apiTokenSchema = z.object({
  id: idSchema,
  name: z.string(),
  prefix: z.string(),
  scope: tokenScopeSchema,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable(),
  lastClient: z.string().nullable(),
});
export type ApiToken = z.infer<typeof apiTokenSchema>;

/** New token, shown only once. */
export const createdTokenSchema = apiTokenSchema.extend({ token: z.string() });
export type CreatedToken = z.infer<typeof createdTokenSchema>;
