import type { UserRow } from "#db/schema.ts";
import type { App, Caller } from "#server/app.ts";
import { forbidden, invalid, unauthorized } from "#server/errors.ts";
import { addressKey } from "#server/web/limits/address-key.ts";
import { foldUsername } from "#shared/accounts/user-rules.ts";
import type { PasswordChange, ProfileEdit, User } from "#shared/accounts/users.ts";

import { deleteOneTimeLinks, queueCommentsForSearch, revokeTokensAndFeeds } from "./account-state.queries.ts";
import { refuseDisabled } from "./account-state.service.ts";
import { hashPassword, type Tries, tryPassword } from "./passwords.ts";
import type { SignedIn, SignedInBySession } from "./session-cache.ts";
import { deleteSessions } from "./sessions.queries.ts";
import { findUserById, updateUser } from "./users.queries.ts";
import { toUser } from "./users.service.ts";

/** Number of characters by which the limits distinguish names. No user name is longer. */
const MAX_NAME_LENGTH = 200;

/**
 * Returns the counters of wrong passwords from one address: for one name, and for all names. Other addresses are not
 * counted, so nobody can lock out another user.
 */
export function triesOf({ limits }: App, { ip }: Caller, username: string): Tries {
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

interface Effects {
  /** Public id of the session that remains active. */
  keptSession: string | null;
  /** True if API tokens and feed addresses are revoked too. */
  alsoRevoke: boolean;
}

/**
 * Sets a hashed password, within a transaction. Ends the user's other sessions and reset links. Throws 403 for a
 * disabled or deleted account.
 */
export async function setPassword(
  app: App,
  db: App["db"],
  userId: string,
  passwordHash: string,
  { keptSession, alsoRevoke }: Effects,
): Promise<UserRow> {
  const present = await findUserById(db, userId);
  if (!present) throw forbidden("This account no longer exists.");
  refuseDisabled(present);
  const now = app.now().toISOString();
  const row = await updateUser(db, userId, { password: passwordHash, updatedAt: now });
  if (!row) throw forbidden("This account no longer exists.");
  await deleteOneTimeLinks(db, "reset", userId);
  await deleteSessions(db, userId, keptSession);
  if (alsoRevoke) await revokeTokensAndFeeds(db, userId, now);
  return row;
}

/** Changes the user's own names and e-mail address. Omitted fields are unchanged. */
export async function editProfile(app: App, { user }: SignedIn, input: ProfileEdit): Promise<User> {
  const before = new Map<string, unknown>(Object.entries(user));
  if (Object.entries(input).every(([field, value]) => before.get(field) === value)) return user;
  return app.db.transaction().execute(async (db) => {
    const row = await updateUser(db, user.id, { ...input, updatedAt: app.now().toISOString() });
    if (!row) throw unauthorized();
    await queueCommentsForSearch(db, user.id);
    return toUser(row);
  });
}

/**
 * Changes the user's own password, which requires the current one. Ends the other sessions and, on request, revokes
 * tokens and feeds.
 */
export async function changePassword(
  app: App,
  caller: Caller,
  { user, session }: SignedInBySession,
  input: PasswordChange,
): Promise<User> {
  const checked = (await findUserById(app.db, user.id))?.password;
  const tries = triesOf(app, caller, user.username);
  if ((await tryPassword(tries, input.currentPassword, checked)) === null) throw wrongPassword();
  const hash = await hashPassword(input.newPassword);
  return app.db.transaction().execute(async (db) => {
    // Checked again: another session or a reset link may have changed it during the hashing.
    if ((await findUserById(db, user.id))?.password !== checked) throw wrongPassword();
    const { alsoRevoke } = input;
    return toUser(await setPassword(app, db, user.id, hash, { keptSession: session.publicId, alsoRevoke }));
  });
}

const wrongPassword = () => invalid("Your current password is incorrect", "currentPassword");
