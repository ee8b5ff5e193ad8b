import { addressKey } from "#server/address-key.ts";
import type { App, Caller } from "#server/app.ts";
import { badCredentials, forbidden } from "#server/errors.ts";
import type { Entry, Login, PasswordReset, Registration, User } from "#shared/users.ts";

import { findValidLink, spendOneTimeLink } from "./one-time-links.service.ts";
import { triesOf } from "./password-tries.service.ts";
import { hashPassword, tryPassword } from "./passwords.ts";
import { findUserById, findUserByName, updateUser } from "./users.queries.ts";
import { createUser, hasAdmin, refuseTakenName, toUser } from "./users.service.ts";

/** Creates an account for a visitor, as far as the sign-up mode and the link at hand allow it. */
export async function register(app: App, caller: Caller, input: Registration): Promise<User> {
  await app.limits.registrations.count(addressKey(caller.ip));
  const { setup, invite, ...fields } = input;
  // Before a link is spent: a taken name must not cost the person their invitation.
  await refuseTakenName(app, fields.username);
  if (setup !== undefined) await spendSetupLink(app, setup);
  else await allowSignUp(app, invite);
  const user = await createUser(app, { ...fields, role: setup === undefined ? "user" : "admin" });
  app.log.info({ userId: user.id, username: user.username, role: user.role }, "signed up");
  return user;
}

async function allowSignUp(app: App, invite: string | undefined): Promise<void> {
  if (app.config.signup === "open") return;
  if (app.config.signup === "closed")
    throw forbidden("Sign-up is closed. Ask an administrator for an account.");
  if (invite === undefined)
    throw forbidden("You need an invitation to sign up. Ask an administrator for an invite link.");
  await spendOneTimeLink(app, "invite", invite);
}

async function spendSetupLink(app: App, token: string): Promise<void> {
  await spendOneTimeLink(app, "setup", token);
  if (await hasAdmin(app))
    throw forbidden("StackLoop already has an administrator. Ask them to make you one too.");
}

/** Checks a user name and password; the reply is the same, and takes as long, for a name that does not exist. */
export async function logIn(app: App, caller: Caller, { username, password, setup }: Login): Promise<User> {
  const row = await findUserByName(app.db, username);
  if (!(await tryPassword(triesOf(app, caller, username), password, row?.password)) || !row) {
    app.log.warn({ username, ip: caller.ip }, "login failed");
    throw badCredentials();
  }
  app.log.info({ userId: row.id }, "logged in");
  const user = toUser(row);
  return setup === undefined ? user : becomeAdmin(app, user, setup);
}

async function becomeAdmin(app: App, user: User, token: string): Promise<User> {
  await spendSetupLink(app, token);
  const row = await updateUser(app.db, user.id, { role: "admin", updatedAt: app.now().toISOString() });
  app.log.info({ userId: user.id }, "became the first admin");
  return row ? toUser(row) : user;
}

/** Sets a new password through a reset link and ends every session of its user. */
export async function resetPassword(
  app: App,
  caller: Caller,
  { token, password }: PasswordReset,
): Promise<User> {
  await app.limits.registrations.count(addressKey(caller.ip));
  const { userId } = await spendOneTimeLink(app, "reset", token);
  const row = await setPassword(app, userId ?? "", password);
  await app.sessions.invalidateUserSessions(row.id);
  app.log.info({ userId: row.id }, "password reset through a link");
  return toUser(row);
}

export async function setPassword(app: App, userId: string, password: string) {
  const row = await updateUser(app.db, userId, {
    password: await hashPassword(password),
    updatedAt: app.now().toISOString(),
  });
  if (!row) throw forbidden("This account no longer exists.");
  return row;
}

/** What the sign-in card has to know. */
export async function describeEntry(app: App, { token }: { token?: string }): Promise<Entry> {
  const { signup } = app.config;
  if (token === undefined) return { signup, link: null };
  const link = await findValidLink(app, token);
  if (!link) return { signup, link: { kind: "invite", isValid: false, username: null } };
  const user = link.userId === null ? undefined : await findUserById(app.db, link.userId);
  return { signup, link: { kind: link.kind, isValid: true, username: user?.username ?? null } };
}
