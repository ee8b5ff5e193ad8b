import { createHash, randomUUID } from "node:crypto";

import type { UserRow } from "#db/schema.ts";
import type { App, Db } from "#server/app.ts";
import { conflict, forbidden, invalid, notFound } from "#server/errors.ts";
import { readPage } from "#server/kernel/paging/paging.ts";
import { foldUsername } from "#shared/accounts/user-rules.ts";
import {
  type AccountAction,
  accountActionSchema,
  type AccountEvent,
  type ManagedUser,
  type User,
  type UserEdit,
} from "#shared/accounts/users.ts";
import type { Page, PageRequest } from "#shared/kernel/paging.ts";

import { deleteSessions } from "./credentials.queries.ts";
import {
  deleteLinksCreatedBy,
  deleteOneTimeLinks,
  deletePersonalRows,
  findFormerUsername,
  findUserById,
  findUserByName,
  insertAccountEvent,
  insertFormerUsername,
  listAccountEventRows,
  queueCommentsForSearch,
  revokeTokensAndFeeds,
  updateUser,
  updateUserUnlessLastAdmin,
} from "./users.queries.ts";

/** Author of an account change: a signed-in user, or null for the command line. */
export type Actor = Pick<User, "id"> | null;

/** Records an account change, in the transaction of that change. */
export async function recordAccountEvent(
  app: App,
  db: Db,
  actor: Actor,
  user: Pick<User, "id" | "username">,
  action: AccountAction,
  detail: string | null = null,
): Promise<void> {
  await insertAccountEvent(db, {
    id: randomUUID(),
    at: app.now().toISOString(),
    actorId: actor?.id ?? null,
    userId: user.id,
    username: user.username,
    action,
    detail,
  });
}

/** Lists account changes, newest first. */
export const listAccountEvents = (app: App, input: PageRequest): Promise<Page<AccountEvent>> =>
  readPage(
    input,
    async (slice) => {
      const rows = await listAccountEventRows(app.db, slice);
      return rows.map(({ actorId: _actorId, actorUsername: actor, action, ...event }) => ({
        ...event,
        actor,
        // A newer version of the program may have written other actions.
        action: accountActionSchema.catch("changed").parse(action),
      }));
    },
    ({ at, id }) => [at, id],
    MAX_EVENTS,
  );

/** Default number of listed events. */
const MAX_EVENTS = 500;

/** Display name of deleted accounts, shown next to their content. */
const FORMER_MEMBER = "Former member";
/** Password hash that matches no password. Checking it takes as long as any other. */
export const NO_PASSWORD = `$argon2id$v=19$m=19456,t=2,p=1$${"A".repeat(22)}$`;

/** Returns a user as administrators see them. */
export const toManagedUser = (row: UserRow): ManagedUser => {
  const { id, username, displayName, firstName, lastName, email, role, createdAt, disabledAt } = row;
  return { id, username, displayName, firstName, lastName, email, role, createdAt, disabledAt };
};

/** Changes a user's role or username, or disables or enables the account. Applies all changes or none. */
export async function editUser(
  app: App,
  actor: Actor,
  { id, role, username, disabled }: UserEdit,
): Promise<ManagedUser> {
  if (disabled === true) refuseOwnAccount(actor, id, "disable");
  const changed = await app.db.transaction().execute(async (db) => {
    let row = await getUserRow(db, id);
    if (username !== undefined && username !== row.username)
      row = await rename(app, db, actor, row, username);
    if (role !== undefined && role !== row.role) row = await changeRole(app, db, actor, row, role);
    if (disabled !== undefined && disabled !== (row.disabledAt !== null))
      row = await (disabled ? disable : enable)(app, db, actor, row);
    return toManagedUser(row);
  });
  app.log.info({ userId: id, by: actor?.id ?? null, role, username, disabled }, "changed an account");
  return changed;
}

async function getUserRow(db: Db, id: string): Promise<UserRow> {
  const row = await findUserById(db, id);
  if (!row) throw notFound("User not found");
  return row;
}

function refuseOwnAccount(actor: Actor, id: string, action: "disable" | "delete"): void {
  if (actor?.id === id)
    throw conflict(`You can't ${action} your own account. Ask another administrator to do it.`);
}

async function rename(app: App, db: Db, actor: Actor, row: UserRow, username: string): Promise<UserRow> {
  const other = await findUserByName(db, username);
  if (other && other.id !== row.id) throw conflict("Username already exists");
  await requireUnreserved(db, username, row.id);
  await insertFormerUsername(db, hashUsername(row.username), row.id);
  const renamed = await updateRow(app, db, row, { username, usernameFolded: foldUsername(username) });
  await recordAccountEvent(app, db, actor, row, "renamed", username);
  return renamed;
}

/** Changes a user's role, in a transaction. Throws 409 if no other admin would remain. */
export async function changeRole(
  app: App,
  db: Db,
  actor: Actor,
  row: UserRow,
  role: UserRow["role"],
): Promise<UserRow> {
  await recordAccountEvent(app, db, actor, row, "role", role);
  if (role === "admin") return updateRow(app, db, row, { role });
  // Links that a user created as an admin expire together with the role.
  await deleteLinksCreatedBy(db, row.id);
  return updateUnlessLastAdmin(app, db, row, { role }, "demote");
}

/** Disables an account. Ends its sessions and revokes its tokens, feeds and links. Its content stays. */
async function disable(app: App, db: Db, actor: Actor, row: UserRow): Promise<UserRow> {
  const at = app.now().toISOString();
  const disabled = await updateUnlessLastAdmin(app, db, row, { disabledAt: at }, "disable");
  await revokeAccess(db, row.id, at);
  await recordAccountEvent(app, db, actor, row, "disabled");
  return disabled;
}

async function enable(app: App, db: Db, actor: Actor, row: UserRow): Promise<UserRow> {
  const enabled = await updateRow(app, db, row, { disabledAt: null });
  // A concurrent sign-in may have created a session.
  await deleteSessions(db, row.id, null);
  await recordAccountEvent(app, db, actor, row, "enabled");
  return enabled;
}

async function revokeAccess(db: Db, userId: string, at: string): Promise<void> {
  await deleteSessions(db, userId, null);
  await revokeTokensAndFeeds(db, userId, at);
  await deleteOneTimeLinks(db, "reset", userId);
  await deleteLinksCreatedBy(db, userId);
}

async function updateRow(app: App, db: Db, { id }: UserRow, changes: Partial<UserRow>): Promise<UserRow> {
  const changed = await updateUser(db, id, { ...changes, updatedAt: app.now().toISOString() });
  if (!changed) throw notFound("User not found");
  return changed;
}

/** Updates a user. Throws 409 if no enabled admin would remain. */
async function updateUnlessLastAdmin(
  app: App,
  db: Db,
  { id }: UserRow,
  changes: Partial<UserRow>,
  action: "demote" | "disable" | "delete",
): Promise<UserRow> {
  const updatedAt = app.now().toISOString();
  const changed = await updateUserUnlessLastAdmin(db, id, { ...changes, updatedAt });
  if (!changed) throw conflict(`You can't ${action} the last admin. Make someone else an admin first.`);
  return changed;
}

/**
 * Deletes an account permanently, with its stars, read flags, sessions, tokens, feeds and links. Its row stays as an
 * author, without names, address and password. The username stays reserved.
 */
export async function deleteUser(app: App, actor: Actor, { id }: { id: string }): Promise<void> {
  refuseOwnAccount(actor, id, "delete");
  await app.db.transaction().execute(async (db) => {
    const row = await getUserRow(db, id);
    const at = app.now().toISOString();
    const username = `former-member-${randomUUID().slice(0, 8)}`;
    const nameless = { displayName: FORMER_MEMBER, firstName: null, lastName: null, email: null };
    const deletedFields = {
      password: NO_PASSWORD,
      role: "user",
      disabledAt: row.disabledAt ?? at,
      deletedAt: at,
    } as const;
    const changes = { ...nameless, ...deletedFields, username, usernameFolded: username };
    await updateUnlessLastAdmin(app, db, row, changes, "delete");
    await revokeAccess(db, id, at);
    await deletePersonalRows(db, id);
    await insertFormerUsername(db, hashUsername(row.username), id);
    await queueCommentsForSearch(db, id);
    await recordAccountEvent(app, db, actor, row, "deleted");
  });
  app.log.info({ userId: id, by: actor?.id ?? null }, "deleted an account");
}

/** True if another account had this username before. Content by that account must not appear as another user's. */
export async function isReserved(db: Db, username: string, ownId: string | null): Promise<boolean> {
  const former = await findFormerUsername(db, hashUsername(username));
  return former !== undefined && former.userId !== ownId;
}

/** Throws 409 for a username that another account had before. */
export async function requireUnreserved(db: Db, username: string, ownId: string | null): Promise<void> {
  if (await isReserved(db, username, ownId))
    throw conflict("This username belonged to another account. Choose another.");
}

const hashUsername = (username: string): string =>
  createHash("sha256").update(foldUsername(username)).digest("hex");

/** Throws 403 for a disabled account. Must be called after the password check, so that nobody else learns of it. */
export function refuseDisabled({ disabledAt }: Pick<UserRow, "disabledAt">): void {
  if (disabledAt !== null)
    throw forbidden("This account is disabled. Ask an administrator to enable it again.");
}

/** Throws 400 for a disabled account. Used before creating tokens or password links, for example. */
export async function requireEnabled(app: App, { id }: Pick<User, "id">): Promise<void> {
  if ((await getUserRow(app.db, id)).disabledAt !== null)
    throw invalid("This account is disabled. Enable it first.");
}
