import { createHmac, timingSafeEqual } from "node:crypto";

import type { UserRow } from "#db/schema.ts";
import type { App, Caller, Db } from "#server/app.ts";
import { conflict, invalid, notFound, unavailable } from "#server/errors.ts";
import {
  type Identity,
  type IdentityProvider,
  type SignInChecks,
  SignInError,
} from "#server/outside/sign-in/identity-provider.ts";
import { addressKey } from "#server/web/limits/rate-limits.ts";
import { hasInvisibleCharacter, type SignInProblem } from "#shared/accounts/user-rules.ts";
import { MAX_USERNAME_LENGTH, type ProviderLink, type User } from "#shared/accounts/users.ts";

import { changeRole, isReserved, NO_PASSWORD, recordAccountEvent } from "./account-state.service.ts";
import { setPassword, attemptCounterOf } from "./auth.service.ts";
import { tryPassword } from "./passwords.ts";
import type { SignedIn, SignedInBySession } from "./session-cache.ts";
import {
  deleteProviderAccount,
  findProviderAccount,
  findUserById,
  findUserByName,
  findUserByProvider,
  findUsersByEmail,
  insertProviderAccount,
  listOtherAdmins,
} from "./users.queries.ts";
import { addUser, consumeOneTimeLink, toUser } from "./users.service.ts";

export const PROVIDER_PATH = "/api/auth/oidc";
const CALLBACK_PATH = `${PROVIDER_PATH}/callback`;
/** Time limit for signing in at the provider. */
const SIGN_IN_SECONDS = 600;
const MAX_COOKIE_LENGTH = 4000;

/** Sign-in that has started. The user's browser stores it in a signed cookie. */
interface PendingSignIn extends SignInChecks {
  /** Relative URL for the browser after the sign-in. */
  returnTo: string;
  /** Token from an invite link. */
  invite: string | null;
  /** To link an account: its user's id, and the public id of the session. Null to sign in. */
  link: { userId: string; session: string } | null;
  expiresAt: number;
}

export interface StartedSignIn {
  url: string;
  setCookie: string;
}

export interface EndedSignIn {
  /** User who signed in. Null after a failure or after linking an account. */
  user: User | null;
  /** Relative URL for the browser. Contains the problem, if there is one. */
  goTo: string;
  /** Cookie that removes the pending sign-in. */
  setCookie: string;
}

/** Failed sign-in, with the problem to show and the reason to log. */
class Refused extends Error {
  override readonly name = "Refused";
  readonly problem: SignInProblem;
  constructor(problem: SignInProblem, reason: string) {
    super(reason);
    this.problem = problem;
  }
}

function requireProvider({ integrations: { identityProvider } }: App): IdentityProvider {
  if (!identityProvider)
    throw notFound("Single sign-on isn't set up. Ask an administrator to set OIDC_ISSUER.");
  return identityProvider;
}

/** Starts a sign-in. Returns the provider's URL, or after a failure our own with the problem. */
export async function startProviderSignIn(
  app: App,
  caller: Caller,
  { returnTo, invite }: { returnTo: unknown; invite: unknown },
): Promise<StartedSignIn> {
  const provider = requireProvider(app);
  const goTo = toRelativeAddress(returnTo);
  if (returnTo !== undefined && goTo !== returnTo)
    app.log.warn(
      { reason: "the address to return to is not on this server", ip: caller.ip },
      "a sign-in through the provider ends on Home",
    );
  try {
    return await startAtProvider(app, caller, provider, {
      returnTo: goTo,
      invite: typeof invite === "string" ? invite.slice(0, 100) : null,
      link: null,
    });
  } catch (error) {
    return { url: withProblem(goTo, logProblem(app, caller, error)), setCookie: removalCookie(app) };
  }
}

async function startAtProvider(
  app: App,
  caller: Caller,
  provider: IdentityProvider,
  pending: Pick<PendingSignIn, "returnTo" | "invite" | "link">,
): Promise<StartedSignIn> {
  const { url, ...checks } = await countFailures(app, caller, () =>
    provider.start(`${app.publicUrl}${CALLBACK_PATH}`),
  );
  const expiresAt = app.now().getTime() + SIGN_IN_SECONDS * 1000;
  const sealed = sealSignIn(app, { ...checks, ...pending, expiresAt });
  return { url, setCookie: serializeCookie(app, sealed, SIGN_IN_SECONDS) };
}

/** Counts failures by network address, together with wrong passwords, so that nobody can flood the provider. */
async function countFailures<Result>(
  { limits }: App,
  { ip }: Caller,
  work: () => Promise<Result>,
): Promise<Result> {
  const address = addressKey(ip);
  try {
    await limits.wrongPasswordsOfAddress.check(address);
  } catch {
    throw new Refused("busy", "too many failed attempts from this address");
  }
  try {
    return await work();
  } catch (error) {
    await limits.wrongPasswordsOfAddress.count(address).catch(() => undefined);
    throw error;
  }
}

/**
 * Finishes a sign-in or link after the provider has sent the browser back. Never throws because of the provider's
 * reply.
 */
export async function endProviderSignIn(
  app: App,
  caller: Caller,
  { query, cookies, signedIn }: { query: string; cookies: string | undefined; signedIn: SignedIn | null },
): Promise<EndedSignIn> {
  const provider = requireProvider(app);
  const setCookie = removalCookie(app);
  const pending = readPendingSignIn(app, cookies);
  const goTo = pending?.returnTo ?? "/";
  try {
    return await countFailures(app, caller, async () => {
      if (!pending) throw new Refused("expired", "no sign-in was started in this browser, or it is too old");
      const url = new URL(`${app.publicUrl}${CALLBACK_PATH}${query}`);
      if (url.searchParams.get("state") !== pending.state)
        throw new Refused("expired", "the state belongs to another sign-in");
      const identity = await provider.finish(url, pending);
      if (pending.link) {
        await linkAccount(app, identity, pending.link, signedIn);
        return { user: null, goTo, setCookie };
      }
      return { user: await signIn(app, identity, pending.invite), goTo, setCookie };
    });
  } catch (error) {
    return { user: null, goTo: withProblem(goTo, logProblem(app, caller, error)), setCookie };
  }
}

/** Logs why a sign-in failed. Returns the problem to show. Rethrows errors that aren't about the sign-in. */
function logProblem(app: App, { ip }: Caller, error: unknown): SignInProblem {
  if (!(error instanceof Refused) && !(error instanceof SignInError)) throw error;
  const problem =
    error instanceof Refused ? error.problem : error.kind === "too slow" ? "unavailable" : error.kind;
  const reason = error instanceof SignInError ? error.detail : error.message;
  app.log.warn({ problem, reason, ip }, "sign-in through the provider failed");
  return problem;
}

/**
 * Returns the user who is linked with this identity. At first use, links the user with the same email address or
 * creates an account, if allowed.
 */
async function signIn(app: App, identity: Identity, invite: string | null): Promise<User> {
  const existing = await findUserByProvider(app.db, identity);
  const row =
    existing ??
    (await linkByEmail(app, identity)) ??
    (await createAccount(app, identity, invite)) ??
    // Another request for this person was faster.
    (await findUserByProvider(app.db, identity));
  if (!row) throw new Refused("linked", "the account was linked to another user at the same time");
  if (row.disabledAt !== null) throw new Refused("disabled", `the account of ${row.username} is disabled`);
  const user = await app.db.transaction().execute((db) => applyGroups(app, db, row, identity));
  app.log.info({ userId: user.id, isNew: !existing }, "signed in through the provider");
  return toUser(user);
}

/**
 * Links the only user with this verified email address, if the operator allows it. Users enter their own address, so
 * somebody else may have created that account. Therefore its password, sessions and tokens stop working. Skips
 * administrators.
 */
async function linkByEmail(app: App, identity: Identity): Promise<UserRow | undefined> {
  const { email, isEmailVerified, issuer, subject } = identity;
  if (!app.config.oidcLinkByEmail || email === null || !isEmailVerified) return undefined;
  const [user, other] = await findUsersByEmail(app.db, email);
  if (!user || other || user.role === "admin" || user.disabledAt !== null) return undefined;
  return app.db.transaction().execute(async (db) => {
    const providerAccount = { issuer, subject, userId: user.id, linkedAt: app.now().toISOString() };
    if (!(await insertProviderAccount(db, providerAccount))) return undefined;
    await recordAccountEvent(app, db, user, user, "linked", identity.email);
    return setPassword(app, db, user.id, NO_PASSWORD, { exceptSession: null, alsoRevoke: true });
  });
}

/** Creates an account without a password. Returns undefined if a concurrent request has linked the identity. */
async function createAccount(
  app: App,
  identity: Identity,
  invite: string | null,
): Promise<UserRow | undefined> {
  const { signup } = app.config;
  if (signup === "closed") throw new Refused("closed", "sign-up is closed, and the person has no account");
  if (signup === "invite" && invite === null)
    throw new Refused("invite", "sign-up needs an invitation, and the person has no account");
  const { issuer, subject, displayName, firstName, lastName, email } = identity;
  try {
    return await app.db.transaction().execute(async (db) => {
      if (signup === "invite") await consumeInvite(app, db, invite ?? "");
      const username = await findFreeName(db, identity);
      const fields = { username, displayName, firstName, lastName, email };
      const { id } = await addUser(app, db, fields, NO_PASSWORD);
      const linked = { issuer, subject, userId: id, linkedAt: app.now().toISOString() };
      if (!(await insertProviderAccount(db, linked))) throw new AlreadyLinked();
      return findUserById(db, id);
    });
  } catch (error) {
    if (error instanceof AlreadyLinked) return undefined;
    throw error;
  }
}

class AlreadyLinked extends Error {}

async function consumeInvite(app: App, db: Db, token: string): Promise<void> {
  try {
    await consumeOneTimeLink(app, db, "invite", token);
  } catch {
    throw new Refused("invite", "the invite link is used or expired");
  }
}

const MAX_NAME_TRIES = 1000;

/** Returns an unused username, based on the person's name at the provider. */
async function findFreeName(db: Db, { username, email, displayName, subject }: Identity): Promise<string> {
  const preferredName = (username ?? email ?? displayName ?? "member").split("@")[0] ?? "";
  const visibleName = Array.from(preferredName)
    .filter((character) => !hasInvisibleCharacter(character))
    .join("");
  const base =
    visibleName
      .trim()
      .slice(0, MAX_USERNAME_LENGTH - 6)
      .toWellFormed()
      .trim() || "member";
  for (let number = 1; number <= MAX_NAME_TRIES; number += 1) {
    const name = number === 1 ? base : `${base}-${number}`;
    if (!(await findUserByName(db, name)) && !(await isReserved(db, name, null))) return name;
  }
  throw new Refused("invalid", `no free username for ${subject}`);
}

/**
 * Grants or removes admin rights by the person's groups, if an admin group is configured. The last administrator keeps
 * the rights.
 */
async function applyGroups(app: App, db: Db, row: UserRow, { groups }: Identity): Promise<UserRow> {
  const { oidcAdminGroup } = app.config;
  if (oidcAdminGroup === null) return row;
  const role = groups?.includes(oidcAdminGroup) ? "admin" : "user";
  if (groups === null) app.log.warn({ userId: row.id }, "the provider sent no groups");
  if (role === row.role) return row;
  const others = await listOtherAdmins(db, row.id);
  const hasPassword = ({ password }: Pick<UserRow, "password">) => password !== NO_PASSWORD;
  const isLastAdmin = (hasPassword(row) ? others.filter(hasPassword) : others).length === 0;
  if (role === "user" && isLastAdmin) {
    app.log.warn({ userId: row.id }, "the last administrator was not demoted");
    return row;
  }
  return changeRole(app, db, row, row, role);
}

/** Returns whether the user's account is linked, or null if no provider is configured. */
export async function describeProviderLink(app: App, { user }: SignedIn): Promise<ProviderLink | null> {
  const { identityProvider } = app.integrations;
  if (!identityProvider) return null;
  const row = await findUserById(app.db, user.id);
  const linked = await findProviderAccount(app.db, user.id);
  return {
    name: identityProvider.name,
    isLinked: linked !== undefined,
    hasPassword: row !== undefined && row.password !== NO_PASSWORD,
  };
}

/** Starts linking the user's account, after checking the password. */
export async function startProviderLink(
  app: App,
  caller: Caller,
  { user, session }: SignedInBySession,
  { password }: { password: string },
): Promise<StartedSignIn> {
  const provider = requireProvider(app);
  const tries = attemptCounterOf(app, caller, user.username);
  const row = await findUserById(app.db, user.id);
  if ((await tryPassword(tries, password, row?.password)) === null)
    throw invalid("Your password is incorrect", "password");
  if (await findProviderAccount(app.db, user.id))
    throw conflict("Your account is already linked. Unlink it first.");
  try {
    return await startAtProvider(app, caller, provider, {
      returnTo: "/account",
      invite: null,
      link: { userId: user.id, session: session.publicId },
    });
  } catch (error) {
    logProblem(app, caller, error);
    throw unavailable(`${provider.name} can't be reached. Try again in a few minutes.`);
  }
}

async function linkAccount(
  app: App,
  { issuer, subject, email, username }: Identity,
  { userId, session }: NonNullable<PendingSignIn["link"]>,
  signedIn: SignedIn | null,
): Promise<void> {
  if (signedIn?.user.id !== userId || signedIn.session?.publicId !== session)
    throw new Refused("expired", "the person has signed out, or signed in again");
  await app.db.transaction().execute(async (db) => {
    if (!(await insertProviderAccount(db, { issuer, subject, userId, linkedAt: app.now().toISOString() })))
      throw new Refused("linked", "the account at the provider belongs to another user");
    await recordAccountEvent(app, db, signedIn.user, signedIn.user, "linked", email ?? username);
  });
  app.log.info({ userId }, "linked an account of the provider");
}

/** Unlinks the user's account. Throws 409 if the user could no longer sign in. */
export async function unlinkProvider(app: App, { user }: SignedInBySession): Promise<void> {
  await app.db.transaction().execute(async (db) => {
    const row = await findUserById(db, user.id);
    if (row?.password === NO_PASSWORD)
      throw conflict("You have no password to sign in with. Ask an administrator for a link that sets one.");
    if (!(await deleteProviderAccount(db, user.id))) throw notFound("Your account isn't linked");
    await recordAccountEvent(app, db, user, user, "unlinked");
  });
}

/** Returns a URL on this server as a relative URL. Returns "/" for any other URL. */
function toRelativeAddress(address: unknown): string {
  if (typeof address !== "string" || address.length > 1000) return "/";
  const base = "http://stackloop.invalid";
  if (!/^\/(?![/\\])[\u0021-\u007e]*$/u.test(address) || !URL.canParse(address, base)) return "/";
  const { origin, pathname, search } = new URL(address, base);
  return origin === base && !/^\/+(?:api|trpc)(?:\/|$)|^\/\//u.test(pathname) ? `${pathname}${search}` : "/";
}

/** Adds the problem to a URL, for the sign-in card. */
function withProblem(address: string, problem: SignInProblem): string {
  const [path = "", search = ""] = address.split("?", 2);
  const parameters = new URLSearchParams(search);
  parameters.set("signIn", problem);
  return `${path}?${parameters.toString()}`;
}

const cookieName = ({ cookieNames }: App): string => `${cookieNames.current}-oidc`;

const serializeCookie = (app: App, value: string, seconds: number): string => {
  const name = cookieName(app);
  const secure = name.startsWith("__Host-") ? "; Secure" : "";
  return `${name}=${value}; HttpOnly; Max-Age=${seconds}; Path=/; SameSite=Lax${secure}`;
};

const removalCookie = (app: App): string => serializeCookie(app, "", 0);

const signPayload = ({ signingKey }: App, payload: string): string =>
  createHmac("sha256", signingKey)
    .update("sign-in through the provider\0")
    .update(payload)
    .digest("base64url");

function sealSignIn(app: App, pending: PendingSignIn): string {
  const payload = Buffer.from(JSON.stringify(pending)).toString("base64url");
  return `${payload}.${signPayload(app, payload)}`;
}

/** Returns this browser's pending sign-in. Returns null if it is missing, changed or expired. */
function readPendingSignIn(app: App, header: string | undefined): PendingSignIn | null {
  const name = cookieName(app);
  for (const pair of header?.split(";") ?? []) {
    const [key, value = ""] = pair.trim().split("=", 2);
    const [payload = "", signature = ""] = value.split(".", 2);
    if (key !== name || value.length > MAX_COOKIE_LENGTH) continue;
    const [received, expected] = [Buffer.from(signature), Buffer.from(signPayload(app, payload))];
    if (received.length !== expected.length || !timingSafeEqual(received, expected)) continue;
    const pending: PendingSignIn = JSON.parse(Buffer.from(payload, "base64url").toString());
    if (pending.expiresAt > app.now().getTime()) return pending;
  }
  return null;
}
