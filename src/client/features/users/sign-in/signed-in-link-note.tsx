import { useLocation } from "react-router-dom";

import { useSignOut, useEntryLink } from "#client/features/users/use-auth.ts";
import { Button } from "#client/ui/button.tsx";
import { Callout } from "#client/ui/feedback/states.tsx";
import type { LinkKind } from "#shared/accounts/user-rules.ts";
import type { User } from "#shared/accounts/users.ts";

const PURPOSES: Record<LinkKind, string> = {
  setup: "Sign in or sign up with this setup link to become an administrator.",
  invite: "This invite link lets someone create an account.",
  reset: "This link sets a new password for an account.",
};

/** Note for signed-in users about the one-time link that they opened. */
export function SignedInLinkNote({ user }: { user: User }) {
  const { link, removeLink } = useEntryLink();
  const { pathname, search } = useLocation();
  const { signOut, isPending } = useSignOut(`${pathname}${search}`);
  if (!link) return null;
  return (
    <Callout className="mb-6">
      <p>
        {PURPOSES[link.kind]} You're signed in as{" "}
        <strong>
          <bdi>{user.username}</bdi>
        </strong>
        . Sign out first to use it.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" isPending={isPending} onClick={signOut}>
          Sign Out and Use the Link
        </Button>
        <Button size="small" variant="ghost" onClick={removeLink}>
          Stay Signed In
        </Button>
      </div>
    </Callout>
  );
}
