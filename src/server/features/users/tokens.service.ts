import { createHash, randomInt, randomUUID } from "node:crypto";
import { crc32 } from "node:zlib";

import type { ApiTokenRow } from "#db/schema.ts";
import type { App, Caller } from "#server/app.ts";
import { conflict, notFound, unauthorized } from "#server/errors.ts";
import { inBackground } from "#server/kernel/async/promises.ts";
import { readPage } from "#server/kernel/paging/paging.ts";
import { addressKey } from "#server/web/limits/rate-limits.ts";
import {
  type ApiToken,
  type CreatedToken,
  MAX_TOKENS_PER_USER,
  type NewToken,
} from "#shared/accounts/tokens.ts";
import type { User } from "#shared/accounts/users.ts";
import type { Page, PageRequest } from "#shared/kernel/paging.ts";

import { type Actor, recordAccountEvent, requireEnabled } from "./account-state.service.ts";
import {
  countWorkingTokens,
  findTokenAndUser,
  findTokenOwnerRow,
  insertToken,
  listTokenRows,
  listTokensAndOwners,
  revokeTokenRow,
  updateLastUse,
} from "./credentials.queries.ts";
import type { SessionOwner, SignedInByToken } from "./session-cache.ts";
import { findUserById } from "./users.queries.ts";
import { toUser } from "./users.service.ts";

/** Prefixes of tokens: for the API, for feed addresses and for shared pages. */
const API_PREFIX = "slt_";
export const FEED_PREFIX = "slf_";
export const SHARED_PREFIX = "sls_";
type Prefix = typeof API_PREFIX | typeof FEED_PREFIX | typeof SHARED_PREFIX;
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Number of letters and digits (62 possible): 256 bits. */
const SECRET_LENGTH = 43;
const CHECK_LENGTH = 6;
const SHOWN_LENGTH = API_PREFIX.length + 4;
const FORM = new RegExp(`^[0-9A-Za-z]{${SECRET_LENGTH + CHECK_LENGTH}}$`, "u");

/** Creates a token: a prefix for leak detection, a random secret, and a checksum to detect typos. */
export function makeToken(prefix: Prefix = API_PREFIX): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return `${prefix}${secret}${checkOf(secret)}`;
}

/** True if a text has the form of a token. Checked without the database. */
export function isTokenShaped(text: string, prefix: Prefix = API_PREFIX): boolean {
  const secret = text.slice(prefix.length);
  const isToken = text.startsWith(prefix) && FORM.test(secret);
  return isToken && checkOf(secret.slice(0, SECRET_LENGTH)) === secret.slice(SECRET_LENGTH);
}

/** Hashes a token for storage, so that a copy of the database can't be used to sign in. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Returns the beginning of a token, by which its owner recognizes it. */
const shownPrefix = (token: string): string => token.slice(0, SHOWN_LENGTH);

function checkOf(secret: string): string {
  let rest = crc32(secret);
  let check = "";
  for (let index = 0; index < CHECK_LENGTH; index += 1) {
    check = `${ALPHABET[rest % ALPHABET.length] ?? ""}${check}`;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return check;
}

const DAY_MS = 86_400_000;

/** Creates a token for a user. Returns it only this once and stores its hash. Throws 409 if the user has too many. */
export async function createToken(
  app: App,
  user: Pick<User, "id">,
  { name, scope, expiresInDays }: NewToken,
): Promise<CreatedToken> {
  await requireEnabled(app, user);
  const now = app.now();
  const token = makeToken();
  const row = await app.db.transaction().execute(async (db) => {
    if ((await countWorkingTokens(db, user.id, now.toISOString())) >= MAX_TOKENS_PER_USER) {
      throw conflict(`You have ${MAX_TOKENS_PER_USER} API tokens. Revoke one that you no longer need first.`);
    }
    return insertToken(db, {
      id: randomUUID(),
      userId: user.id,
      name,
      hash: hashToken(token),
      prefix: shownPrefix(token),
      scope,
      createdAt: now.toISOString(),
      expiresAt:
        expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * DAY_MS).toISOString(),
      lastUsedAt: null,
      lastClient: null,
      revokedAt: null,
    });
  });
  app.log.info({ userId: user.id, tokenId: row.id, scope }, "created an API token");
  return { ...toApiToken(row), token };
}

/** Lists a user's tokens, newest first, including expired ones. */
export const listTokens = (app: App, user: Pick<User, "id">, input: PageRequest): Promise<Page<ApiToken>> =>
  readPage(
    input,
    async (slice) => (await listTokenRows(app.db, user.id, slice)).map(toApiToken),
    ({ createdAt, id }) => [createdAt, id],
  );

/** Token with its owner, for administrators. */
export type OwnedToken = ApiToken & { userId: string; username: string };

/** Lists the tokens that aren't revoked, of everybody or one user. Sorted by owner, newest first. */
export const listTokensOfAll = async (app: App, user?: Pick<User, "id">): Promise<OwnedToken[]> =>
  (await listTokensAndOwners(app.db, user?.id)).map((row) => ({
    ...toApiToken(row),
    userId: row.userId,
    username: row.username,
  }));

/** Revokes a user's token permanently, and ends its subscriptions. */
export async function revokeToken(app: App, user: Pick<User, "id">, { id }: { id: string }): Promise<void> {
  if (!(await revokeTokenRow(app.db, user.id, id, app.now().toISOString())))
    throw notFound("Token not found");
  app.log.info({ userId: user.id, tokenId: id }, "revoked an API token");
}

/** Revokes another user's token as an administrator. */
export async function revokeTokenOf(
  app: App,
  admin: Actor,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  await app.db.transaction().execute(async (db) => {
    const user = await findUserById(db, userId);
    if (!user) throw notFound("User not found");
    const revoked = await revokeTokenRow(db, userId, id, app.now().toISOString());
    if (!revoked) throw notFound("Token not found");
    await recordAccountEvent(app, db, admin, user, "token-revoked", revoked.name);
  });
  app.log.info({ userId, tokenId: id, by: admin?.id ?? null }, "an administrator revoked an API token");
}

const toApiToken = ({
  userId: _owner,
  hash: _hash,
  revokedAt: _revokedAt,
  ...token
}: ApiTokenRow): ApiToken => token;

const BEARER = /^Bearer +(\S+) *$/iu;
/** Minimum interval for storing the last use. People need it to the minute, and each update is a write. */
const NOTE_EVERY_MS = 5 * 60_000;
const MAX_PROGRAM_LENGTH = 300;
const ADVICE = "Create a new one under Account, Assistants.";

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
