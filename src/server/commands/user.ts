import { randomBytes } from "node:crypto";

import type { App } from "#server/app.ts";
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

import {
  type Command,
  CommandError,
  type Terminal,
  UsageError,
  parseInput,
  readArguments,
  refuseArguments,
  withApp,
} from "./command.ts";

type Action = (app: App, print: Terminal["print"], input: Input) => Promise<void>;

interface Input {
  name: string;
  isAdmin: boolean;
  password: string | undefined;
}

const actions: Record<string, Action> = {
  list,
  create,
  promote: (app, print, { name }) => giveRole(app, print, name, "admin"),
  demote: (app, print, { name }) => giveRole(app, print, name, "user"),
  "reset-password": resetPassword,
};

export const user: Command = {
  name: "user",
  usage: "list|create|promote|demote|reset-password [NAME]",
  summary: "Manage accounts",
  details: [
    "list                  all users with their role",
    "create NAME           create an account; without --password, one is generated and printed",
    "  --admin             make the account an administrator",
    "  --password TEXT     the password; other users of this machine may see it",
    "promote NAME          make a user an administrator",
    "demote NAME           make an administrator a regular user, unless they are the last",
    "reset-password NAME   print a one-time link for setting a new password",
  ],
  async run(args, terminal) {
    const { places, options } = readArguments(
      args,
      { least: 1, most: 2 },
      { admin: { type: "boolean", default: false }, password: { type: "string" } },
    );
    const [actionName = "", name] = places;
    const action = actions[actionName];
    if (!action) throw new UsageError(`there is no command "user ${actionName}"`);
    if ((name === undefined) !== (action === list)) {
      throw new UsageError(name === undefined ? "NAME is missing" : `unexpected "${name}"`);
    }
    if (action !== create && (options.admin || options.password !== undefined)) {
      throw new UsageError("--admin and --password only work with create");
    }
    await withApp(terminal, (app) =>
      action(app, terminal.print, { name: name ?? "", isAdmin: options.admin, password: options.password }),
    );
  },
};

async function list(app: App, print: Terminal["print"]): Promise<void> {
  const { items } = await listUsers(app, {});
  if (items.length === 0) print("There are no users yet.");
  for (const { username, role, email, createdAt } of items) {
    print(
      `${username.padEnd(24)} ${role.padEnd(5)} since ${createdAt.slice(0, 10)} ${email ?? ""}`.trimEnd(),
    );
  }
}

async function create(app: App, print: Terminal["print"], { name, isAdmin, password }: Input): Promise<void> {
  const chosen = password ?? randomBytes(12).toString("base64url");
  const input = parseInput(registrationSchema, { username: name, password: chosen });
  const { username, role } = await createUser(app, { ...input, role: isAdmin ? "admin" : "user" });
  print(`${username} can sign in (${role})`);
  if (password === undefined) print(`Password: ${chosen}`);
}

async function giveRole(app: App, print: Terminal["print"], name: string, role: Role): Promise<void> {
  const { id, username } = await getUserByName(app, name);
  await changeRole(app, { id, role });
  print(role === "admin" ? `${username} is now an administrator` : `${username} is now a regular user`);
}

async function resetPassword(app: App, print: Terminal["print"], { name }: Input): Promise<void> {
  const { id, username } = await getUserByName(app, name);
  const { url, expiresAt } = await createResetLink(app, null, { id });
  print(url);
  print(`Sets a new password for ${username}. Valid once, until ${expiresAt}.`);
}

export const adminLink: Command = {
  name: "admin-link",
  usage: "",
  summary: "Print a one-time link for becoming the first admin",
  run(args, terminal) {
    refuseArguments(args);
    return withApp(terminal, async (app) => {
      if (await hasAdmin(app)) {
        throw new CommandError("there is already an admin; use: stackloop user promote NAME");
      }
      const { url, expiresAt } = await createOneTimeLink(app, "setup");
      terminal.print(url);
      terminal.print(`Valid once, until ${expiresAt}.`);
    });
  },
};
