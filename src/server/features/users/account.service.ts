import type { App, Caller } from "#server/app.ts";
import { invalid, unauthorized } from "#server/errors.ts";
import type { PasswordChange, ProfileEdit, User } from "#shared/accounts/users.ts";

import { queueCommentsForSearch } from "./account-state.queries.ts";
import { setPassword, triesOf } from "./password-change.service.ts";
import { hashPassword, tryPassword } from "./passwords.ts";
import type { SignedIn, SignedInBySession } from "./session-cache.ts";
import { findUserById, updateUser } from "./users.queries.ts";
import { toUser } from "./users.service.ts";

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
