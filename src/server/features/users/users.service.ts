import { createHash, randomBytes, randomUUID } from "node:crypto";

import type { OneTimeLinkRow, UserRow } from "#db/schema.ts";
import type { App, Db } from "#server/app.ts";
import { conflict, forbidden, notFound, unauthorized } from "#server/errors.ts";
import { readPage } from "#server/kernel/paging/paging.ts";
import { foldUsername, type LinkKind } from "#shared/accounts/user-rules.ts";
import type { ManagedUser, OneTimeLink, ProfileEdit, Role, User } from "#shared/accounts/users.ts";
import type { Page, PageRequest } from "#shared/kernel/paging.ts";

import {
  recordAccountEvent,
  requireUnreserved,
  requireEnabled,
  toManagedUser,
} from "./account-state.service.ts";
import { hashPassword } from "./passwords.ts";
import type { SignedIn } from "./session-cache.ts";
import {
  countAdmins,
  deleteOneTimeLinks,
  findOneTimeLink,
  findUserById,
  findUserByName,
  insertOneTimeLink,
  insertUser,
  listUsernames,
  listUserRows,
  queueCommentsForSearch,
  updateUser,
  takeOneTimeLink,
} from "./users.queries.ts";

/** Returns a user's public fields, without the password. */
export function toUser(row: Pick<UserRow, keyof User>): User {
  const { id, username, displayName, firstName, lastName, email, role, createdAt } = row;
  return { id, username, displayName, firstName, lastName, email, role, createdAt };
}

export interface NewUser {
  username: string;
  password: string;
  role?: Role;
  email?: string | null;
  displayName?: string | null;
  firstName?: string | null;
  lastName?: string | null;
}

/** Creates an account. Throws 409 if the username is taken, ignoring case and Unicode form. */
export async function createUser(app: App, input: NewUser): Promise<User> {
  await requireFreeName(app, input.username);
  const hash = await hashPassword(input.password);
  return app.db.transaction().execute((db) => addUser(app, db, input, hash));
}

/** Adds an account with a hashed password, within a transaction. Throws 409 if the username is taken. */
export async function addUser(
  app: App,
  db: Db,
  input: Omit<NewUser, "password">,
  passwordHash: string,
): Promise<User> {
  const now = app.now().toISOString();
  await requireUnreserved(db, input.username, null);
  const added = await insertUser(db, {
    id: randomUUID(),
    username: input.username,
    usernameFolded: foldUsername(input.username),
    password: passwordHash,
    email: input.email ?? null,
    firstName: input.firstName ?? null,
    lastName: input.lastName ?? null,
    displayName: input.displayName ?? null,
    role: input.role ?? "user",
    createdAt: now,
    updatedAt: now,
  });
  if (!added) throw usernameTaken();
  return toUser(added);
}

const usernameTaken = () => conflict("Username already exists");

/** Throws 409 if a username is taken. Called early, before the costly hashing of a password. */
export async function requireFreeName(app: App, username: string): Promise<void> {
  if (await findUserByName(app.db, username)) throw usernameTaken();
  await requireUnreserved(app.db, username, null);
}

/** Lists users in the order of their creation. */
export const listUsers = (app: App, input: PageRequest): Promise<Page<ManagedUser>> =>
  readPage(
    input,
    async (slice) => (await listUserRows(app.db, slice)).map(toManagedUser),
    ({ createdAt, id }) => [createdAt, id],
  );

/** Changes the user's own names and email address. Omitted fields are unchanged. */
export async function editProfile(app: App, { user }: SignedIn, input: ProfileEdit): Promise<User> {
  const current = new Map<string, unknown>(Object.entries(user));
  if (Object.entries(input).every(([field, value]) => current.get(field) === value)) return user;
  return app.db.transaction().execute(async (db) => {
    const row = await updateUser(db, user.id, { ...input, updatedAt: app.now().toISOString() });
    if (!row) throw unauthorized();
    await queueCommentsForSearch(db, user.id);
    return toUser(row);
  });
}

/** Creates a link for setting a new password. */
export async function createResetLink(
  app: App,
  admin: User | null,
  { id }: { id: string },
): Promise<OneTimeLink> {
  const user = await getUser(app, id);
  await requireEnabled(app, user);
  await recordAccountEvent(app, app.db, admin, user, "reset-link");
  return createOneTimeLink(app, "reset", { userId: id, createdBy: admin?.id });
}

/** Creates a link with which one person can sign up while sign-up needs an invitation. */
export const createInviteLink = (app: App, admin: User): Promise<OneTimeLink> =>
  createOneTimeLink(app, "invite", { createdBy: admin.id });

/** Returns the user with this id. Throws 404 if there is none. */
export async function getUser(app: App, id: string): Promise<User> {
  const row = await findUserById(app.db, id);
  if (!row) throw notFound("User not found");
  return toUser(row);
}

/** Returns the user with this name. Throws 404 if there is none. The message is for the command line. */
export async function getUserByName(app: App, username: string): Promise<User> {
  const row = await findUserByName(app.db, username);
  if (!row) throw notFound(`there is no user ${username}; see: stackloop user list`);
  return toUser(row);
}

export const hasAdmin = async ({ db }: Pick<App, "db">): Promise<boolean> => (await countAdmins(db)) > 0;

/** Lists names that now normalize to another user's name, but once did not. They are found only by exact spelling. */
export async function listExactOnlyNames({ db }: Pick<App, "db">): Promise<string[]> {
  const names = await listUsernames(db);
  return names
    .filter(({ username, usernameFolded }) => usernameFolded !== foldUsername(username))
    .map(({ username }) => username);
}

const LIFETIME_HOURS: Record<LinkKind, number> = { setup: 24, invite: 7 * 24, reset: 24 };

const hashToken = (token: string) => createHash("sha256").update(token).digest("hex");

/**
 * Creates a one-time link. A new setup or reset link replaces the former one of its user. If several processes share
 * the database, each prints its own setup link, and all are valid until there is an administrator.
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
    const allowsSeveral = kind === "invite" || (kind === "setup" && app.database.isShared);
    if (!allowsSeveral) await deleteOneTimeLinks(db, kind, people.userId);
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

const invalidLink = () => forbidden("This link has expired or was already used. Ask for a new one.");

/**
 * Consumes a one-time link. Throws 403 if it is used, expired or of another kind. Runs in the caller's transaction, so
 * the link stays valid if the transaction fails.
 */
export async function consumeOneTimeLink(
  app: App,
  db: Db,
  kind: LinkKind,
  token: string,
): Promise<OneTimeLinkRow> {
  const link = await takeOneTimeLink(db, hashToken(token), kind, app.now().toISOString());
  if (!link) throw invalidLink();
  return link;
}

/** Finds a valid link without consuming it. */
export async function findValidLink(app: App, token: string): Promise<OneTimeLinkRow | undefined> {
  const link = await findOneTimeLink(app.db, hashToken(token));
  return link && link.expiresAt > app.now().toISOString() ? link : undefined;
}

/** Throws 403 for an invalid link. Called early, before costly work. */
export async function checkOneTimeLink(app: App, kind: LinkKind, token: string): Promise<void> {
  if ((await findValidLink(app, token))?.kind !== kind) throw invalidLink();
}
