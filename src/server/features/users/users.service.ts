import { randomUUID } from "node:crypto";

import type { UserRow } from "#db/schema.ts";
import type { App } from "#server/app.ts";
import { conflict, notFound } from "#server/errors.ts";
import { readPage } from "#server/paging.ts";
import type { Page, PageRequest } from "#shared/paging.ts";
import { foldUsername, type OneTimeLink, type Role, type User } from "#shared/users.ts";

import { createOneTimeLink } from "./one-time-links.service.ts";
import { hashPassword } from "./passwords.ts";
import {
  countAdmins,
  findUserByFoldedName,
  findUserById,
  insertUser,
  listUserRows,
  updateRoleKeepingAnAdmin,
} from "./users.queries.ts";

/** What others may see of a user: everything but the password. */
export function toUser(row: Pick<UserRow, keyof User>): User {
  const { id, username, displayName, firstName, lastName, email, role, createdAt } = row;
  return { id, username, displayName, firstName, lastName, email, role, createdAt };
}

export interface NewUser {
  username: string;
  password: string;
  role?: Role;
  email?: string | null;
  firstName?: string | null;
  lastName?: string | null;
}

/** Creates an account, or refuses with 409 a name that differs from a taken one only in case or form. */
export async function createUser(app: App, input: NewUser): Promise<User> {
  await refuseTakenName(app, input.username);
  const password = await hashPassword(input.password);
  const now = app.now().toISOString();
  const row: UserRow = {
    id: randomUUID(),
    username: input.username,
    usernameFolded: foldUsername(input.username),
    password,
    email: input.email ?? null,
    firstName: input.firstName ?? null,
    lastName: input.lastName ?? null,
    displayName: null,
    role: input.role ?? "user",
    createdAt: now,
    updatedAt: now,
  };
  // Looked up again: hashing takes a while, in which somebody else may have taken the name.
  await refuseTakenName(app, input.username);
  await insertUser(app.db, row);
  return toUser(row);
}

export async function refuseTakenName(app: App, username: string): Promise<void> {
  if (await findUserByFoldedName(app.db, foldUsername(username))) throw conflict("Username already exists");
}

/** Users in the order in which they came. */
export const listUsers = (app: App, input: PageRequest): Promise<Page<User>> =>
  readPage(
    input,
    async (slice) => (await listUserRows(app.db, slice)).map(toUser),
    ({ createdAt, id }) => [createdAt, id],
  );

/** Makes somebody admin or an ordinary user; the last admin stays one. Counts from the next request on. */
export async function changeRole(app: App, { id, role }: { id: string; role: Role }): Promise<User> {
  if (!(await findUserById(app.db, id))) throw notFound("User not found");
  const changed = await updateRoleKeepingAnAdmin(app.db, id, role, app.now().toISOString());
  if (!changed) throw conflict("You can't demote the last admin. Make someone else an admin first.");
  return toUser(changed);
}

/** A link through which a user sets a new password. */
export async function createResetLink(
  app: App,
  admin: User | null,
  { id }: { id: string },
): Promise<OneTimeLink> {
  if (!(await findUserById(app.db, id))) throw notFound("User not found");
  return createOneTimeLink(app, "reset", { userId: id, createdBy: admin?.id });
}

/** A link through which one person may sign up where sign-up needs an invitation. */
export const createInviteLink = (app: App, admin: User): Promise<OneTimeLink> =>
  createOneTimeLink(app, "invite", { createdBy: admin.id });

/** The user of that name, or a refusal with 404. */
export async function getUserByName(app: App, username: string): Promise<User> {
  const row = await findUserByFoldedName(app.db, foldUsername(username));
  if (!row) throw notFound(`User ${username} not found`);
  return toUser(row);
}

export const hasAdmin = async (app: App): Promise<boolean> => (await countAdmins(app.db)) > 0;
