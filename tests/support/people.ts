import { randomUUID } from "node:crypto";

import type { App } from "#server/app.ts";
import { hashPassword } from "#server/features/users/passwords.ts";
import { startSession } from "#server/features/users/sessions.service.ts";
import { insertUser } from "#server/features/users/users.queries.ts";
import { toUser } from "#server/features/users/users.service.ts";
import type { Role, User } from "#shared/accounts/users.ts";

export const PASSWORD = "secret-pass";
/** Hashed once, because a hash takes as long as a small test. */
export const PASSWORD_HASH = hashPassword(PASSWORD);

export interface Person {
  user: User;
  /** The Cookie header of their session. */
  cookie: string;
}

/** A person with an account and a session, without the time of a sign-up. */
export async function buildPerson(app: App, username: string, role: Role = "user"): Promise<Person> {
  const now = app.now().toISOString();
  const row = {
    id: randomUUID(),
    username,
    usernameFolded: username.toLowerCase(),
    password: await PASSWORD_HASH,
    email: `${username}@example.com`,
    firstName: null,
    lastName: null,
    displayName: null,
    role,
    createdAt: now,
    updatedAt: now,
  };
  await insertUser(app.db, row);
  const setCookie = await startSession(app, row.id, { ip: "127.0.0.1", userAgent: null });
  return { user: toUser(row), cookie: setCookie.split(";")[0] ?? "" };
}
