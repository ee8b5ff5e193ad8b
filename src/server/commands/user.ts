import { randomBytes } from "node:crypto";

import { createOneTimeLink } from "#server/features/users/one-time-links.service.ts";
import {
  changeRole,
  createResetLink,
  createUser,
  getUserByName,
  hasAdmin,
  listUsers,
} from "#server/features/users/users.service.ts";
import { registrationSchema, type Role } from "#shared/users.ts";

import { parseInput } from "./arguments.ts";
import { CommandError, defineCommand, type Terminal } from "./command.ts";
import { withApp } from "./with-app.ts";

const NAME = { about: "the user name" };

const list = defineCommand({
  name: "user list",
  summary: "List all users with their role",
  json: "users, each with username, role, email, createdAt",
  example: "user list",
  run: (_given, terminal) =>
    withApp(terminal, async (app) => {
      const { items } = await listUsers(app, {});
      const users = items.map(({ username, role, email, createdAt }) => ({
        username,
        role,
        email,
        createdAt,
      }));
      const lines = users.map(({ username, role, email, createdAt }) =>
        `${username.padEnd(24)} ${role.padEnd(5)} since ${createdAt.slice(0, 10)} ${email ?? ""}`.trimEnd(),
      );
      terminal.report({ users }, lines.length === 0 ? ["There are no users yet."] : lines);
    }),
});

const create = defineCommand({
  name: "user create",
  summary: "Create an account",
  places: { NAME },
  options: {
    admin: { about: "make the account an administrator" },
    password: {
      value: "TEXT",
      about: "the password, which other users of this machine may see; by default, one is generated",
    },
  },
  json: "username, role, password (null unless it was generated)",
  example: "user create ada --admin",
  run: ({ places, options }, terminal) =>
    withApp(terminal, async (app) => {
      const generated = options.password === undefined ? randomBytes(12).toString("base64url") : null;
      const input = parseInput(registrationSchema, {
        username: places.NAME,
        password: options.password ?? generated,
      });
      const { username, role } = await createUser(app, { ...input, role: options.admin ? "admin" : "user" });
      terminal.report({ username, role, password: generated }, [
        `${username} can sign in (${role})`,
        ...(generated === null ? [] : [`Password: ${generated}`]),
      ]);
    }),
});

const promote = defineCommand({
  name: "user promote",
  summary: "Make a user an administrator",
  places: { NAME },
  json: "username, role",
  example: "user promote bob",
  run: ({ places }, terminal) => giveRole(terminal, places.NAME, "admin"),
});

const demote = defineCommand({
  name: "user demote",
  summary: "Make an administrator a regular user, unless they are the last",
  places: { NAME },
  json: "username, role",
  example: "user demote bob",
  run: ({ places }, terminal) => giveRole(terminal, places.NAME, "user"),
});

const giveRole = (terminal: Terminal, name: string, role: Role): Promise<void> =>
  withApp(terminal, async (app) => {
    const { id, username } = await getUserByName(app, name);
    await changeRole(app, { id, role });
    terminal.report({ username, role }, [
      role === "admin" ? `${username} is now an administrator` : `${username} is now a regular user`,
    ]);
  });

const resetPassword = defineCommand({
  name: "user reset-password",
  summary: "Print a one-time link for setting a new password",
  places: { NAME },
  json: "username, url, expiresAt",
  example: "user reset-password ada",
  run: ({ places }, terminal) =>
    withApp(terminal, async (app) => {
      const { id, username } = await getUserByName(app, places.NAME);
      const { url, expiresAt } = await createResetLink(app, null, { id });
      terminal.report({ username, url, expiresAt }, [
        url,
        `Sets a new password for ${username}. Valid once, until ${expiresAt}.`,
      ]);
    }),
});

export const userCommands = [list, create, promote, demote, resetPassword];

export const adminLink = defineCommand({
  name: "admin-link",
  summary: "Print a one-time link for becoming the first admin",
  json: "url, expiresAt",
  example: "admin-link",
  run: (_given, terminal) =>
    withApp(terminal, async (app) => {
      if (await hasAdmin(app)) {
        throw new CommandError("there is already an admin; use: stackloop user promote NAME");
      }
      const { url, expiresAt } = await createOneTimeLink(app, "setup");
      terminal.report({ url, expiresAt }, [url, `Valid once, until ${expiresAt}.`]);
    }),
});
