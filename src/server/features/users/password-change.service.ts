import type { UserRow } from "#db/schema.ts";
import type { App } from "#server/app.ts";
import { forbidden } from "#server/errors.ts";

import { revokeTokensAndFeeds } from "./account-state.queries.ts";
import { refuseDisabled } from "./account-state.service.ts";
import { deleteOneTimeLinks } from "./one-time-links.queries.ts";
import { deleteSessions } from "./sessions.queries.ts";
import { findUserById, updateUser } from "./users.queries.ts";

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
