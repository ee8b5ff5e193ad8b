import type { UserRow } from "#db/schema.ts";
import type { App, Caller, Db } from "#server/app.ts";
import { badCredentials, forbidden, invalid, notFound } from "#server/errors.ts";
import { inBackground } from "#server/kernel/async/promises.ts";
import { addressKey } from "#server/web/limits/rate-limits.ts";
import { foldUsername } from "#shared/accounts/user-rules.ts";
import type {
  SignInOptions,
  Login,
  PasswordChange,
  PasswordReset,
  Registration,
  Role,
  User,
} from "#shared/accounts/users.ts";

import { recordAccountEvent, refuseDisabled } from "./account-state.service.ts";
import { deleteSessions } from "./credentials.queries.ts";
import { hashPassword, type AttemptCounter, tryPassword } from "./passwords.ts";
import type { SignedInBySession } from "./session-cache.ts";
import {
  deleteOneTimeLinks,
  findUserById,
  findUserByName,
  replaceHash,
  revokeTokensAndFeeds,
  updateUser,
} from "./users.queries.ts";
import {
  addUser,
  checkOneTimeLink,
  findValidLink,
  hasAdmin,
  requireFreeName,
  consumeOneTimeLink,
  toUser,
} from "./users.service.ts";

/** Rate limits distinguish names by this many characters. No username is longer. */
const MAX_NAME_LENGTH = 200;

/**
 * Returns the counter of wrong passwords from one network address, for this name and for all names. Other addresses
 * have their own counters, so nobody can lock out another user.
 */
export function attemptCounterOf({ limits }: App, { ip }: Caller, username: string): AttemptCounter {
  const address = addressKey(ip);
  const addressAndName = `${address} ${foldUsername(username).slice(0, MAX_NAME_LENGTH)}`;
  const { wrongPasswords, wrongPasswordsOfAddress } = limits;
  return {
    async check() {
      await wrongPasswords.check(addressAndName);
      await wrongPasswordsOfAddress.check(address);
    },
    async count() {
      await wrongPasswords.count(addressAndName);
      try {
        await wrongPasswordsOfAddress.count(address);
      } catch (refusal) {
        await wrongPasswords.undo(addressAndName);
        throw refusal;
      }
    },
    async undo() {
      await wrongPasswords.undo(addressAndName);
      await wrongPasswordsOfAddress.undo(address);
    },
  };
}

interface PasswordEffects {
  /** Public id of the session that stays active. */
  exceptSession: string | null;
  /** True if API tokens and feed URLs are revoked too. */
  alsoRevoke: boolean;
}

/**
 * Stores a hashed password, within a transaction. Ends the user's other sessions and deletes their reset links. Throws
 * 403 for a disabled or deleted account.
 */
export async function setPassword(
  app: App,
  db: Db,
  userId: string,
  passwordHash: string,
  { exceptSession, alsoRevoke }: PasswordEffects,
): Promise<UserRow> {
  const user = await findUserById(db, userId);
  if (!user) throw forbidden("This account no longer exists.");
  refuseDisabled(user);
  const now = app.now().toISOString();
  const row = await updateUser(db, userId, { password: passwordHash, updatedAt: now });
  if (!row) throw forbidden("This account no longer exists.");
  await deleteOneTimeLinks(db, "reset", userId);
  await deleteSessions(db, userId, exceptSession);
  if (alsoRevoke) await revokeTokensAndFeeds(db, userId, now);
  return row;
}

/**
 * Changes the user's own password, after checking the current one. Ends the user's other sessions and, on request,
 * revokes tokens and feeds.
 */
export async function changePassword(
  app: App,
  caller: Caller,
  { user, session }: SignedInBySession,
  input: PasswordChange,
): Promise<User> {
  const checkedHash = (await findUserById(app.db, user.id))?.password;
  const attemptCounter = attemptCounterOf(app, caller, user.username);
  if ((await tryPassword(attemptCounter, input.currentPassword, checkedHash)) === null)
    throw wrongCurrentPassword();
  const hash = await hashPassword(input.newPassword);
  return app.db.transaction().execute(async (db) => {
    // Another session or a reset link may have changed the password during the hashing.
    if ((await findUserById(db, user.id))?.password !== checkedHash) throw wrongCurrentPassword();
    const { alsoRevoke } = input;
    return toUser(await setPassword(app, db, user.id, hash, { exceptSession: session.publicId, alsoRevoke }));
  });
}

const wrongCurrentPassword = () => invalid("Your current password is incorrect", "currentPassword");

/** Creates an account for a visitor, if the sign-up mode or the visitor's link allows it. */
export async function register(app: App, caller: Caller, input: Registration): Promise<User> {
  await app.limits.registrations.count(addressKey(caller.ip));
  const { setup, invite, password, ...fields } = input;
  const link = linkForSignUp(app, { setup, invite });
  if (link) await checkOneTimeLink(app, link.kind, link.token);
  await requireFreeName(app, fields.username);
  const hash = await hashPassword(password);
  const user = await app.db.transaction().execute(async (db) => {
    if (link?.kind === "setup") await consumeSetupLink(app, db, link.token);
    else if (link) await consumeOneTimeLink(app, db, link.kind, link.token);
    return addUser(app, db, { ...fields, role: link?.kind === "setup" ? "admin" : "user" }, hash);
  });
  app.log.info({ userId: user.id, username: user.username, role: user.role }, "signed up");
  return user;
}

/** Returns the link that a sign-up has to consume, or null. Throws 403 if sign-up is not allowed. */
function linkForSignUp(app: App, { setup, invite }: Pick<Registration, "setup" | "invite">) {
  if (setup !== undefined) return { kind: "setup", token: setup } as const;
  if (app.config.signup === "open") return null;
  if (app.config.signup === "closed")
    throw forbidden("Sign-up is closed. Ask an administrator for an account.");
  if (invite === undefined)
    throw forbidden("You need an invitation to sign up. Ask an administrator for an invite link.");
  return { kind: "invite", token: invite } as const;
}

async function consumeSetupLink(app: App, db: Db, token: string): Promise<void> {
  await consumeOneTimeLink(app, db, "setup", token);
  if (await hasAdmin({ db }))
    throw forbidden("StackLoop already has an administrator. Ask them to make you one too.");
}

/** Checks a username and password. Unknown names get the same reply after the same time. */
export async function logIn(app: App, caller: Caller, { username, password, setup }: Login): Promise<User> {
  const row = await findUserByName(app.db, username);
  const user = await checkPassword(app, attemptCounterOf(app, caller, username), row, password);
  if (!user) {
    app.log.warn({ username, ip: caller.ip }, "login failed");
    throw badCredentials();
  }
  refuseDisabled(user);
  app.log.info({ userId: user.id }, "logged in");
  return setup === undefined ? toUser(user) : becomeAdmin(app, user.id, setup);
}

/** Returns the user as stored after the check, if the password is correct. */
async function checkPassword(
  app: App,
  attemptCounter: AttemptCounter,
  row: UserRow | undefined,
  password: string,
): Promise<UserRow | null> {
  const match = await tryPassword(attemptCounter, password, row?.password);
  if (match === null || !row) return null;
  // The check waited in a queue, so the password or its hash may have changed since.
  const present = await findUserById(app.db, row.id);
  if (!present) return null;
  if (present.password !== row.password) return checkPassword(app, attemptCounter, present, password);
  if (!match.isCurrentForm)
    inBackground(app.log, "rehashing a password", rehashPassword(app, present, password));
  return present;
}

/** Replaces the stored hash with one of the current form, unless the password has changed since. */
async function rehashPassword(app: App, { id, password: former }: UserRow, password: string): Promise<void> {
  await replaceHash(app.db, { id, formerHash: former, hash: await hashPassword(password) });
}

async function becomeAdmin(app: App, userId: string, token: string): Promise<User> {
  const admin = await app.db.transaction().execute(async (db) => {
    await consumeSetupLink(app, db, token);
    return updateUser(db, userId, { role: "admin", updatedAt: app.now().toISOString() });
  });
  if (!admin) throw badCredentials();
  app.log.info({ userId }, "became the first admin");
  return toUser(admin);
}

/** Usernames of the accounts that the visitors of a demo share. */
export const DEMO_ACCOUNTS = { admin: "demo", user: "sam" } as const satisfies Record<Role, string>;

/** Returns the shared account with this role on a demo. Throws 404 on other servers. */
export async function enterDemo(app: App, caller: Caller, { role }: { role: Role }): Promise<User> {
  if (!app.config.isDemo) throw notFound("This server is not a demo");
  await app.limits.registrations.count(addressKey(caller.ip));
  const row = await findUserByName(app.db, DEMO_ACCOUNTS[role]);
  if (!row) throw notFound("The demo has no such account");
  return toUser(row);
}

/** Sets a new password through a reset link. Revokes the user's sessions, API tokens and feed URLs. */
export async function resetPassword(
  app: App,
  caller: Caller,
  { token, password }: PasswordReset,
): Promise<User> {
  await app.limits.registrations.count(addressKey(caller.ip));
  await checkOneTimeLink(app, "reset", token);
  const hash = await hashPassword(password);
  const row = await app.db.transaction().execute(async (db) => {
    const { userId } = await consumeOneTimeLink(app, db, "reset", token);
    const user = await setPassword(app, db, userId ?? "", hash, { exceptSession: null, alsoRevoke: true });
    await recordAccountEvent(app, db, user, user, "password-reset");
    return user;
  });
  app.log.info({ userId: row.id }, "password reset through a link");
  return toUser(row);
}

/** Returns the https URL that browsers must use, or null if plain http works too. */
const secureUrlOf = ({ config: { publicUrl } }: App): string | null =>
  publicUrl?.startsWith("https:") === true ? publicUrl : null;

/**
 * Rejects a sign-in from a plain http page if the cookie requires https, because the browser would drop the cookie.
 * `origin` is the Origin header, which scripts don't send.
 */
export function refuseInsecurePage(app: App, origin: string | null): void {
  const secureUrl = secureUrlOf(app);
  if (secureUrl !== null && origin?.startsWith("http:") === true)
    throw forbidden(`Open ${secureUrl} to sign in. Over plain http, your browser doesn't stay signed in.`);
}

/** Returns the data for the sign-in card. */
export async function describeEntry(app: App, { token }: { token?: string }): Promise<SignInOptions> {
  const { signup, isDemo, publicUrl } = app.config;
  const provider = app.integrations.identityProvider?.name ?? null;
  const canResetByMail = app.integrations.mail !== null && publicUrl !== null;
  const card = { signup, isDemo, provider, canResetByMail, secureUrl: secureUrlOf(app) };
  if (token === undefined) return { ...card, link: null };
  const link = await findValidLink(app, token);
  if (!link) return { ...card, link: { kind: "invite", isValid: false, username: null } };
  const user = link.userId === null ? undefined : await findUserById(app.db, link.userId);
  return { ...card, link: { kind: link.kind, isValid: true, username: user?.username ?? null } };
}
