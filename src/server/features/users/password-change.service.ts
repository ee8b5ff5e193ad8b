import type { UserRow } from "#db/schema.ts";
import type { App, Caller } from "#server/app.ts";
import { forbidden } from "#server/errors.ts";
import { addressKey } from "#server/web/limits/address-key.ts";
import { foldUsername } from "#shared/accounts/user-rules.ts";

import { deleteOneTimeLinks, revokeTokensAndFeeds } from "./account-state.queries.ts";
import { refuseDisabled } from "./account-state.service.ts";
import type { Tries } from "./passwords.ts";
import { deleteSessions } from "./sessions.queries.ts";
import { findUserById, updateUser } from "./users.queries.ts";

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
