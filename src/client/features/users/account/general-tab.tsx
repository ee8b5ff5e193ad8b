import type { User } from "#shared/users.ts";

import { AccountPart } from "./account-part.tsx";
import { PasswordForm } from "./password-form.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { SessionList } from "./session-list.tsx";

/** Who a person is, their password, and where they are signed in. */
export function GeneralTab({ user }: { user: User }) {
  return (
    <div className="space-y-4">
      <AccountPart title="Profile" text="How others see you. Home greets you by your first name.">
        <ProfileForm user={user} />
      </AccountPart>
      <AccountPart title="Password" text="Changing your password signs you out on all other devices.">
        <PasswordForm username={user.username} />
      </AccountPart>
      <AccountPart title="Sessions" text="Where you're signed in. End any session you don't recognise.">
        <SessionList />
      </AccountPart>
    </div>
  );
}
