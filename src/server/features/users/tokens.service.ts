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

/** Makes a token of a user's; it is returned this once and kept as a hash. Refuses with 409 who has many already. */
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

/** A user's tokens, newest first, expired ones too. */
export const listTokens = (app: App, user: Pick<User, "id">, input: PageRequest): Promise<Page<ApiToken>> =>
  readPage(
    input,
    async (slice) => (await listTokenRows(app.db, user.id, slice)).map(toApiToken),
    ({ createdAt, id }) => [createdAt, id],
  );

/** A token with whose it is, for whoever looks after the installation. */
export type OwnedToken = ApiToken & { userId: string; username: string };

/** The tokens of everybody, or of one user, that were not revoked: by owner, newest first. */
export const listTokensOfAll = async (app: App, user?: Pick<User, "id">): Promise<OwnedToken[]> =>
  (await listTokensAndOwners(app.db, user?.id)).map((row) => ({
    ...toApiToken(row),
    userId: row.userId,
    username: row.username,
  }));

/** Ends a token of a user's for good, with what was subscribed to by it. */
export async function revokeToken(app: App, user: Pick<User, "id">, { id }: { id: string }): Promise<void> {
  if (!(await revokeTokenRow(app.db, user.id, id, app.now().toISOString())))
    throw notFound("Token not found");
  app.log.info({ userId: user.id, tokenId: id }, "revoked an API token");
}

/** Revokes somebody's token as an administrator. */
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
