import type { App, Caller } from "#server/app.ts";
import { unauthorized } from "#server/errors.ts";
import { inBackground } from "#server/kernel/async/promises.ts";
import { addressKey } from "#server/web/limits/address-key.ts";

import type { SessionOwner, SignedInByToken } from "./session-cache.ts";
import { hashToken, isTokenShaped } from "./token-text.ts";
import { findTokenAndUser, findTokenOwnerRow, updateLastUse } from "./tokens.queries.ts";
import { toUser } from "./users.service.ts";

const BEARER = /^Bearer +(\S+) *$/iu;
/** Minimum interval for storing the last use. People need it to the minute, and each update is a write. */
const NOTE_EVERY_MS = 5 * 60_000;
const MAX_PROGRAM_LENGTH = 300;
const ADVICE = "Make a new one under Account, Assistants.";

/** Returns the token from an Authorization header, or undefined if it has none or another kind. */
export const readBearer = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : BEARER.exec(header)?.[1];

/** Returns the owner of a token. Throws 401 with the reason if the token is not valid. */
export async function signInByToken(app: App, caller: Caller, token: string): Promise<SignedInByToken> {
  const row = isTokenShaped(token) ? await findTokenAndUser(app.db, hashToken(token)) : undefined;
  const now = app.now();
  const refusal = row ? findReasonToRefuse(row, now) : `This token isn't valid. ${ADVICE}`;
  if (!row || refusal !== undefined) {
    await app.limits.visitors.count(addressKey(caller.ip));
    throw unauthorized(refusal);
  }
  const { tokenId, scope, expiresAt: _end, revokedAt: _revoked, lastUsedAt, ...user } = row;
  if (isNoteDue(lastUsedAt, now)) noteUse(app, tokenId, caller.userAgent);
  return { user: toUser(user), session: null, token: { id: tokenId, scope } };
}

/** True if the last use of a token or feed address is due to be stored. */
export const isNoteDue = (lastUse: string | null, now: Date): boolean =>
  lastUse === null || now.getTime() - Date.parse(lastUse) >= NOTE_EVERY_MS;

/** Returns a program's own name without control characters, which terminals would interpret. */
export const programName = (given: string | null): string | null =>
  given
    ?.slice(0, MAX_PROGRAM_LENGTH)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, " ") ?? null;

/** Stores in the background that a token was used now, and by which program. */
export function noteUse(app: App, tokenId: string, client: string | null): void {
  inBackground(
    app.log,
    "recording the use of a token",
    updateLastUse(app.db, tokenId, app.now().toISOString(), programName(client)),
  );
}

function findReasonToRefuse(
  {
    expiresAt,
    revokedAt,
    disabledAt,
  }: { expiresAt: string | null; revokedAt: string | null; disabledAt: string | null },
  now: Date,
): string | undefined {
  if (disabledAt !== null) return "This account is disabled. Ask an administrator to enable it again.";
  if (revokedAt !== null) return `This token was revoked. ${ADVICE}`;
  if (expiresAt !== null && expiresAt <= now.toISOString())
    return `This token expired on ${formatDay(expiresAt)}. ${ADVICE}`;
  return undefined;
}

/** Formats a day as "3 May". Without the year, since long-expired tokens are deleted. */
const formatDay = (time: string): string =>
  new Date(time).toLocaleDateString("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });

/** Returns the current owner of a token, or nothing if it was revoked. */
export async function findTokenOwner(app: App, id: string): Promise<SessionOwner | undefined> {
  const owner = await findTokenOwnerRow(app.db, id);
  if (!owner) return undefined;
  const { role, expiresAt } = owner;
  if (expiresAt === null) return { role, endsAt: Number.POSITIVE_INFINITY };
  // Uses the system clock, as for session expiry. The app's clock decides when tokens are created and rejected.
  return { role, endsAt: Date.now() + Date.parse(expiresAt) - app.now().getTime() };
}
