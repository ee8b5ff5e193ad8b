import { createHash, randomBytes } from "node:crypto";

import type { OneTimeLinkRow } from "#db/schema.ts";
import type { App } from "#server/app.ts";
import { forbidden } from "#server/errors.ts";
import type { LinkKind } from "#shared/accounts/user-rules.ts";
import type { OneTimeLink } from "#shared/accounts/users.ts";

import {
  deleteOneTimeLinks,
  findOneTimeLink,
  insertOneTimeLink,
  takeOneTimeLink,
} from "./account-state.queries.ts";

const LIFETIME_HOURS: Record<LinkKind, number> = { setup: 24, invite: 7 * 24, reset: 24 };

const hashToken = (token: string) => createHash("sha256").update(token).digest("hex");

/**
 * Creates a link. A new set-up or reset link replaces the user's former one. If processes share the database, each
 * prints its own set-up link, and all are valid until there is an administrator.
 */
export async function createOneTimeLink(
  app: App,
  kind: LinkKind,
  people: { userId?: string; createdBy?: string } = {},
): Promise<OneTimeLink> {
  const now = app.now();
  const token = randomBytes(24).toString("base64url");
  const expiresAt = new Date(now.getTime() + LIFETIME_HOURS[kind] * 3_600_000).toISOString();
  await app.db.transaction().execute(async (db) => {
    const isForAll = kind === "invite" || (kind === "setup" && app.database.isShared);
    if (!isForAll) await deleteOneTimeLinks(db, kind, people.userId);
    await insertOneTimeLink(db, {
      tokenHash: hashToken(token),
      kind,
      userId: people.userId ?? null,
      createdBy: people.createdBy ?? null,
      createdAt: now.toISOString(),
      expiresAt,
    });
  });
  return { url: `${app.publicUrl}/?${kind}=${token}`, expiresAt };
}

const badLink = () => forbidden("This link has expired or was already used. Ask for a new one.");

/**
 * Consumes a link. Throws 403 if it is used, expired or of another kind. Runs in the caller's transaction, so the link
 * remains valid if that fails.
 */
export async function spendOneTimeLink(
  app: App,
  db: App["db"],
  kind: LinkKind,
  token: string,
): Promise<OneTimeLinkRow> {
  const link = await takeOneTimeLink(db, hashToken(token), kind, app.now().toISOString());
  if (!link) throw badLink();
  return link;
}

/** Finds a valid link without consuming it. */
export async function findValidLink(app: App, token: string): Promise<OneTimeLinkRow | undefined> {
  const link = await findOneTimeLink(app.db, hashToken(token));
  return link && link.expiresAt > app.now().toISOString() ? link : undefined;
}

/** Rejects an invalid link early, before expensive work is done for it. */
export async function checkOneTimeLink(app: App, kind: LinkKind, token: string): Promise<void> {
  if ((await findValidLink(app, token))?.kind !== kind) throw badLink();
}
