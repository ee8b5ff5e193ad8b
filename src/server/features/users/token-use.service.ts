import type { App, Caller } from "#server/app.ts";
import { unauthorized } from "#server/errors.ts";
import { inBackground } from "#server/kernel/async/in-background.ts";
import { addressKey } from "#server/web/limits/address-key.ts";

import type { SessionOwner, SignedInByToken } from "./session-cache.ts";
import { hashToken, isTokenShaped } from "./token-text.ts";
import { findTokenAndUser, findTokenOwnerRow, updateLastUse } from "./tokens.queries.ts";
import { toUser } from "./users.service.ts";

const BEARER = /^Bearer +(\S+) *$/iu;
/** How often a last use is noted down: people look at minutes, and each note is a write. */
const NOTE_EVERY_MS = 5 * 60_000;
const MAX_PROGRAM_LENGTH = 300;
const ADVICE = "Make a new one under Account, Assistants.";

/** The token in an Authorization header; undefined where there is none, or one of another kind. */
export const readBearer = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : BEARER.exec(header)?.[1];

/** Who calls with a token; refuses with 401, and a sentence that says why, one that does not work (any more). */
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

/** Whether a use at `now` of a token, or of a feed's address, is to be noted down. */
export const isNoteDue = (lastUse: string | null, now: Date): boolean =>
  lastUse === null || now.getTime() - Date.parse(lastUse) >= NOTE_EVERY_MS;

/** A program as it calls itself; shown in terminals too, where control characters would do as they say. */
export const programName = (given: string | null): string | null =>
  given
    ?.slice(0, MAX_PROGRAM_LENGTH)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, " ") ?? null;

/** Notes down that a token was used now, and by which program; nobody waits for it. */
export function noteUse(app: App, tokenId: string, client: string | null): void {
  inBackground(
    app.log,
    "noting the use of a token",
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

/** 3 May; the year goes without saying, since tokens that ended long ago are forgotten. */
const formatDay = (time: string): string =>
  new Date(time).toLocaleDateString("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });

/** Whose token it is as things stand; nobody's when it was revoked. */
export async function findTokenOwner(app: App, id: string): Promise<SessionOwner | undefined> {
  const owner = await findTokenOwnerRow(app.db, id);
  if (!owner) return undefined;
  const { role, expiresAt } = owner;
  if (expiresAt === null) return { role, endsAt: Number.POSITIVE_INFINITY };
  // By the machine's clock, as sessions end, and not the app's, by which tokens are made and refused.
  return { role, endsAt: Date.now() + Date.parse(expiresAt) - app.now().getTime() };
}
