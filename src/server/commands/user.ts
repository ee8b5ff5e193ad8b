import { randomBytes } from "node:crypto";

import { deleteUser, editUser } from "#server/features/users/account-state.service.ts";
import { createOneTimeLink } from "#server/features/users/one-time-links.service.ts";
import {
  createResetLink,
  createUser,
  getUserByName,
  hasAdmin,
  listUsers,
} from "#server/features/users/users.service.ts";
import { registrationSchema, type Role, userEditSchema } from "#shared/accounts/users.ts";

import { CommandError, defineCommand, parseInput, type Terminal } from "./terminal/command.ts";
import { withApp } from "./with-app.ts";

const NAME = { about: "the user name" };

const list = defineCommand({
  name: "user list",
  summary: "List all users with their role",
  json: "users, each with username, role, email, createdAt, disabledAt (null for an enabled account)",
  example: "user list",
  run: (_given, terminal) =>
    withApp(terminal, async (app) => {
      const { items } = await listUsers(app, {});
      const users = items.map(({ username, role, email, createdAt, disabledAt }) => ({
        username,
        role,
        email,
        createdAt,
        disabledAt,
      }));
      const lines = users.map(({ username, role, email, createdAt, disabledAt }) =>
        `${username.padEnd(24)} ${role.padEnd(5)} since ${createdAt.slice(0, 10)} ${[
          disabledAt !== null && `disabled on ${disabledAt.slice(0, 10)}`,
          email,
        ]
          .filter(Boolean)
          .join(", ")}`.trimEnd(),
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
    await editUser(app, null, { id, role });
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

const rename = defineCommand({
  name: "user rename",
  summary: "Change a user name",
  details: ["The former name stays reserved for the account, so that nobody else is taken for its author."],
  places: { NAME, NEW_NAME: { about: "the new user name" } },
  json: "username, formerUsername",
  example: "user rename ada ada.lovelace",
  run: ({ places }, terminal) =>
    withApp(terminal, async (app) => {
      const { id, username: former } = await getUserByName(app, places.NAME);
      const { username } = await editUser(
        app,
        null,
        parseInput(userEditSchema, { id, username: places.NEW_NAME }),
      );
      terminal.report({ username, formerUsername: former }, [`${former} is now ${username}`]);
    }),
});

const disable = defineCommand({
  name: "user disable",
  summary: "Disable an account: nobody can sign in to it until it is enabled",
  details: [
    "Signs the person out everywhere and revokes their API tokens, feed addresses and one-time links at once. What they wrote stays under their name. The last administrator can't be disabled.",
  ],
  places: { NAME },
  json: "username, disabledAt",
  example: "user disable bob",
  run: ({ places }, terminal) =>
    withApp(terminal, async (app) => {
      const { id } = await getUserByName(app, places.NAME);
      const { username, disabledAt } = await editUser(app, null, { id, disabled: true });
      terminal.report({ username, disabledAt }, [`${username} is disabled and signed out everywhere`]);
    }),
});

const enable = defineCommand({
  name: "user enable",
  summary: "Enable a disabled account",
  details: ["The person signs in with their password. Revoked tokens and feeds stay revoked."],
  places: { NAME },
  json: "username, disabledAt (null)",
  example: "user enable bob",
  run: ({ places }, terminal) =>
    withApp(terminal, async (app) => {
      const { id } = await getUserByName(app, places.NAME);
      const { username, disabledAt } = await editUser(app, null, { id, disabled: false });
      terminal.report({ username, disabledAt }, [`${username} can sign in again`]);
    }),
});

const remove = defineCommand({
  name: "user delete",
  summary: "Delete an account for good; what the person wrote stays",
  details: [
    "Items, comments and votes stay, by “Former member”. Names, email, password, sessions, API tokens, feeds, stars and read marks are deleted. The user name can't be used again. The last administrator can't be deleted.",
  ],
  places: { NAME },
  json: "username",
  example: "user delete bob",
  run: ({ places }, terminal) =>
    withApp(terminal, async (app) => {
      const { id, username } = await getUserByName(app, places.NAME);
      await deleteUser(app, null, { id });
      terminal.report({ username }, [`Deleted the account of ${username}. What they wrote stays.`]);
    }),
});

export const userCommands = [list, create, promote, demote, rename, disable, enable, remove, resetPassword];

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
