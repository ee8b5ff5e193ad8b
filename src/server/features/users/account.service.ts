import type { App, Caller } from "#server/app.ts";
import { invalid, unauthorized } from "#server/errors.ts";
import type { PasswordChange, ProfileEdit, User } from "#shared/users.ts";

import { setPassword } from "./auth.service.ts";
import { triesOf } from "./password-tries.service.ts";
import { tryPassword } from "./passwords.ts";
import { endOtherSessions, type SignedIn } from "./sessions.service.ts";
import { findUserById, updateUser } from "./users.queries.ts";
import { toUser } from "./users.service.ts";

/** Changes the user's own names and e-mail address; absent fields stay. */
export async function editProfile(app: App, { user }: SignedIn, input: ProfileEdit): Promise<User> {
  const row = await updateUser(app.db, user.id, { ...input, updatedAt: app.now().toISOString() });
  if (!row) throw unauthorized();
  return toUser(row);
}

/** Changes the user's own password against the present one, and ends the other sessions. */
export async function changePassword(
  app: App,
  caller: Caller,
  signedIn: SignedIn,
  input: PasswordChange,
): Promise<User> {
  const { id, username } = signedIn.user;
  const row = await findUserById(app.db, id);
  if (!(await tryPassword(triesOf(app, caller, username), input.currentPassword, row?.password))) {
    throw invalid("Your current password is incorrect", "currentPassword");
  }
  const changed = await setPassword(app, id, input.newPassword);
  await endOtherSessions(app, signedIn);
  return toUser(changed);
}
