import { UserPlus } from "lucide-react";
import { useState } from "react";

import { useCurrentUser } from "#client/features/users/use-current-user.ts";
import { Button } from "#client/ui/button.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import type { ManagedUser } from "#shared/accounts/users.ts";
import { isolated } from "#shared/texts/escaping.ts";

import { AccountEvents } from "./account-events.tsx";
import { OneTimeLinkDialog, type ShownLink } from "./one-time-link-dialog.tsx";
import { useCreateInviteLink, useCreateResetLink, useUsers, type UserAction } from "./use-users.ts";
import { UserDialog } from "./user-dialogs.tsx";
import { UserRow } from "./user-row.tsx";

/** Admin panel of registered users: their roles, and invite links. */
export function UserManagement() {
  const [shownLink, setShownLink] = useState<ShownLink | null>(null);
  const [opened, setOpened] = useState<{ user: ManagedUser; action: UserAction } | null>(null);
  const createInviteLink = useCreateInviteLink();
  const createResetLink = useCreateResetLink();

  function handleInvite() {
    createInviteLink.mutate(undefined, {
      onSuccess: (link) =>
        setShownLink({
          ...link,
          title: "Invite link",
          email: "",
          text: "Share it with one person. It can be used once, to create an account.",
        }),
    });
  }

  function handleResetLink(user: ManagedUser) {
    createResetLink.mutate(
      { id: user.id },
      {
        onSuccess: (link) =>
          setShownLink({
            ...link,
            title: `Password link for ${isolated(user.username)}`,
            email: user.email ?? "",
            text: "Share it with this person only. It can be used once, to set a new password.",
          }),
      },
    );
  }

  return (
    <>
      <section aria-labelledby="user-management">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
          <h3 id="user-management" className="text-base font-semibold">
            User Management
          </h3>
          <Button
            size="small"
            icon={<UserPlus aria-hidden />}
            isPending={createInviteLink.isPending}
            onClick={handleInvite}
          >
            Create Invite Link
          </Button>
        </div>
        <UserList onAct={(user, action) => setOpened({ user, action })} onCreateResetLink={handleResetLink} />
        {opened && <UserDialog {...opened} onClose={() => setOpened(null)} />}
        <OneTimeLinkDialog link={shownLink} onClose={() => setShownLink(null)} />
      </section>
      <AccountEvents />
    </>
  );
}

interface UserListProps {
  onAct: (user: ManagedUser, action: UserAction) => void;
  onCreateResetLink: (user: ManagedUser) => void;
}

function UserList({ onAct, onCreateResetLink }: UserListProps) {
  const users = useUsers();
  const me = useCurrentUser();
  if (users.isPending) return <Skeleton className="h-40 w-full rounded-control" />;
  if (users.isError)
    return <ErrorState text="Couldn't load the users." onRetry={() => void users.refetch()} />;
  const { items } = users.data;
  return (
    <>
      <output className="mb-2 block text-ink-muted">
        {items.length === 1 ? "1 user" : `${items.length} users`}
      </output>
      <ul className="divide-y divide-line rounded-control border border-line">
        {items.map((user) => (
          <UserRow
            key={user.id}
            user={user}
            isOwn={user.id === me?.id}
            onAct={onAct}
            onCreateResetLink={onCreateResetLink}
          />
        ))}
      </ul>
    </>
  );
}
