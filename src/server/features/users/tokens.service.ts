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
  countValidTokens,
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

/** Prefixes of tokens for the API, for feed URLs and for shared pages. */
const API_PREFIX = "slt_";
export const FEED_PREFIX = "slf_";
export const SHARED_PREFIX = "sls_";
type Prefix = typeof API_PREFIX | typeof FEED_PREFIX | typeof SHARED_PREFIX;
const TOKEN_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Number of characters, out of 62 possible ones: 256 bits. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const SHOWN_PREFIX_LENGTH = API_PREFIX.length + 4;
const TOKEN_FORMAT = new RegExp(`^[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`, "u");

/** Generates a token: a prefix that leak scanners recognize, a random secret, and a checksum that reveals typos. */
export function generateToken(prefix: Prefix = API_PREFIX): string {
  const secret = Array.from(
    { length: SECRET_LENGTH },
    () => TOKEN_ALPHABET[randomInt(TOKEN_ALPHABET.length)],
  ).join("");
  return `${prefix}${secret}${checksumOf(secret)}`;
}

/** True if a text has the form of a token. Doesn't read the database. */
export function isTokenShaped(text: string, prefix: Prefix = API_PREFIX): boolean {
  const secret = text.slice(prefix.length);
  const hasTokenForm = text.startsWith(prefix) && TOKEN_FORMAT.test(secret);
  return hasTokenForm && checksumOf(secret.slice(0, SECRET_LENGTH)) === secret.slice(SECRET_LENGTH);
}

/** Hashes a token for storage, so that a copy of the database is useless for signing in. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Returns the beginning of a token, which its owner can recognize. */
const shownPrefix = (token: string): string => token.slice(0, SHOWN_PREFIX_LENGTH);

function checksumOf(secret: string): string {
  let remainder = crc32(secret);
  let checksum = "";
  for (let index = 0; index < CHECKSUM_LENGTH; index += 1) {
    checksum = `${TOKEN_ALPHABET[remainder % TOKEN_ALPHABET.length] ?? ""}${checksum}`;
    remainder = Math.floor(remainder / TOKEN_ALPHABET.length);
  }
  return checksum;
}

const DAY_MS = 86_400_000;

/** Creates a token for a user. Returns it only this once, and stores its hash. Throws 409 if the user has too many. */
export async function createToken(
  app: App,
  user: Pick<User, "id">,
  { name, scope, expiresInDays }: NewToken,
): Promise<CreatedToken> {
  await requireEnabled(app, user);
  const now = app.now();
  const token = generateToken();
  const row = await app.db.transaction().execute(async (db) => {
    if ((await countValidTokens(db, user.id, now.toISOString())) >= MAX_TOKENS_PER_USER) {
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

/** Lists the tokens that aren't revoked, of everybody or one user. Sorts by owner, then newest first. */
export const listAllTokens = async (app: App, user?: Pick<User, "id">): Promise<OwnedToken[]> =>
  (await listTokensAndOwners(app.db, user?.id)).map((row) => ({
    ...toApiToken(row),
    userId: row.userId,
    username: row.username,
  }));

/** Revokes a user's token permanently and ends its subscriptions. */
export async function revokeToken(app: App, user: Pick<User, "id">, { id }: { id: string }): Promise<void> {
  if (!(await revokeTokenRow(app.db, user.id, id, app.now().toISOString())))
    throw notFound("Token not found");
  app.log.info({ userId: user.id, tokenId: id }, "revoked an API token");
}

/** Revokes another user's token, for an administrator. */
export async function revokeTokenOfUser(
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

const BEARER_TOKEN = /^Bearer +(\S+) *$/iu;
/** Minimum interval for recording the last use, because each record is a write. */
const RECORD_INTERVAL_MS = 5 * 60_000;
const MAX_PROGRAM_LENGTH = 300;
const NEW_TOKEN_ADVICE = "Create a new one under Account, Assistants.";

/** Returns the token from an Authorization header, or undefined if it has no bearer token. */
export const readBearer = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : BEARER_TOKEN.exec(header)?.[1];

/** Returns the owner of a token. Throws 401 with the reason if the token is not valid. */
export async function signInByToken(app: App, caller: Caller, token: string): Promise<SignedInByToken> {
  const row = isTokenShaped(token) ? await findTokenAndUser(app.db, hashToken(token)) : undefined;
  const now = app.now();
  const refusal = row ? findRefusal(row, now) : `This token isn't valid. ${NEW_TOKEN_ADVICE}`;
  if (!row || refusal !== undefined) {
    await app.limits.visitors.count(addressKey(caller.ip));
    throw unauthorized(refusal);
  }
  const { tokenId, scope, expiresAt: _end, revokedAt: _revoked, lastUsedAt, ...user } = row;
  if (isUseRecordDue(lastUsedAt, now)) recordUse(app, tokenId, caller.userAgent);
  return { user: toUser(user), session: null, token: { id: tokenId, scope } };
}

/** True if the last use of a token or feed URL is old enough to be recorded again. */
export const isUseRecordDue = (lastUse: string | null, now: Date): boolean =>
  lastUse === null || now.getTime() - Date.parse(lastUse) >= RECORD_INTERVAL_MS;

/** Returns the name that a program sends, without control characters, which terminals would interpret. */
export const programName = (userAgent: string | null): string | null =>
  userAgent
    ?.slice(0, MAX_PROGRAM_LENGTH)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, " ") ?? null;

/** Records in the background that a token was used now, and by which program. */
export function recordUse(app: App, tokenId: string, client: string | null): void {
  inBackground(
    app.log,
    "recording the use of a token",
    updateLastUse(app.db, tokenId, app.now().toISOString(), programName(client)),
  );
}

function findRefusal(
  {
    expiresAt,
    revokedAt,
    disabledAt,
  }: { expiresAt: string | null; revokedAt: string | null; disabledAt: string | null },
  now: Date,
): string | undefined {
  if (disabledAt !== null) return "This account is disabled. Ask an administrator to enable it again.";
  if (revokedAt !== null) return `This token was revoked. ${NEW_TOKEN_ADVICE}`;
  if (expiresAt !== null && expiresAt <= now.toISOString())
    return `This token expired on ${formatDay(expiresAt)}. ${NEW_TOKEN_ADVICE}`;
  return undefined;
}

/** Formats a day as "3 May". The year isn't needed, because long-expired tokens are deleted. */
const formatDay = (time: string): string =>
  new Date(time).toLocaleDateString("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });

/** Returns the current owner of a token, or undefined if the token was revoked. */
export async function findTokenOwner(app: App, id: string): Promise<SessionOwner | undefined> {
  const owner = await findTokenOwnerRow(app.db, id);
  if (!owner) return undefined;
  const { role, expiresAt } = owner;
  if (expiresAt === null) return { role, endsAt: Number.POSITIVE_INFINITY };
  // Sessions expire by the system clock, too. The app's clock decides when tokens are created and rejected.
  return { role, endsAt: Date.now() + Date.parse(expiresAt) - app.now().getTime() };
}
