import type { ApiToken } from "#shared/accounts/tokens.ts";

/** True if a token has expired, by this computer's clock. */
export const isExpired = ({ expiresAt }: Pick<ApiToken, "expiresAt">): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= Date.now();
