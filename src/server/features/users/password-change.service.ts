import type { UserRow } from "#db/schema.ts";
import type { App } from "#server/app.ts";
import { forbidden } from "#server/errors.ts";

import { deleteOneTimeLinks } from "./one-time-links.queries.ts";
import { deleteSessions } from "./sessions.queries.ts";
import { updateUser } from "./users.queries.ts";

/**
 * Sets a password that is hashed already, within a transaction. Whoever got in by the former one, or could set
 * another by a link, is out: the user's sessions end, but for the one that is kept, and reset links are void. API
 * tokens and the addresses of feeds stay, so that programs go on; people revoke and stop them one by one.
 */
export async function setPassword(
  app: App,
  db: App["db"],
  userId: string,
  passwordHash: string,
  { keptSession }: { keptSession: string | null },
): Promise<UserRow> {
  const changes = { password: passwordHash, updatedAt: app.now().toISOString() };
  const row = await updateUser(db, userId, changes);
  if (!row) throw forbidden("This account no longer exists.");
  await deleteOneTimeLinks(db, "reset", userId);
  await deleteSessions(db, userId, keptSession);
  return row;
}
