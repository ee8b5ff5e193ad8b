import type { ApiToken } from "#shared/accounts/tokens.ts";

/** Whether a token works no more, by this computer's clock. */
export const isExpired = ({ expiresAt }: Pick<ApiToken, "expiresAt">): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= Date.now();
