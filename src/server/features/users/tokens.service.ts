import { randomUUID } from "node:crypto";

import type { ApiTokenRow } from "#db/schema.ts";
import type { App } from "#server/app.ts";
import { conflict, notFound } from "#server/errors.ts";
import { readPage } from "#server/kernel/paging/paging.ts";
import {
  type ApiToken,
  type CreatedToken,
  MAX_TOKENS_PER_USER,
  type NewToken,
} from "#shared/accounts/tokens.ts";
import type { User } from "#shared/accounts/users.ts";
import type { Page, PageRequest } from "#shared/kernel/paging.ts";

import { type Actor, recordAccountEvent } from "./account-log.service.ts";
import { requireEnabled } from "./account-state.service.ts";
import { hashToken, makeToken, shownPrefix } from "./token-text.ts";
import {
  countWorkingTokens,
  insertToken,
  listTokenRows,
  listTokensAndOwners,
  revokeTokenRow,
} from "./tokens.queries.ts";
import { findUserById } from "./users.queries.ts";

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
