import {
  UserPlus,
  Ellipsis,
  KeyRound,
  ShieldCheck,
  ShieldOff,
  TextCursorInput,
  Ticket,
  Trash2,
  UserCheck,
  UserX,
} from "lucide-react";
import { useState } from "react";

import { useCurrentUser } from "#client/features/users/use-auth.ts";
import { longFormDate } from "#client/format/dates.ts";
import { Button, IconButton } from "#client/ui/button.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import { Menu } from "#client/ui/menu/menu.tsx";
import { Badge } from "#client/ui/text/badge.tsx";
import { Logo } from "#client/ui/text/logo.tsx";
import type { ManagedUser } from "#shared/accounts/users.ts";
import { isolate } from "#shared/texts/escaping.ts";

import { AccountEvents } from "./account-events.tsx";
import { type ShownLink, OneTimeLinkDialog } from "./one-time-link-dialog.tsx";
import { type UserAction, useCreateInviteLink, useCreateResetLink, useUsers } from "./use-users.ts";
import { UserDialog } from "./user-dialogs.tsx";

/** Admin panel of registered users, with their roles and invite links. */
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
            title: `Password link for ${isolate(user.username)}`,
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

interface UserRowProps {
  user: ManagedUser;
  /** True for the admin's own account. Admins can't disable or delete it. */
  isOwn: boolean;
  onAct: (user: ManagedUser, action: UserAction) => void;
  onCreateResetLink: (user: ManagedUser) => void;
}

/** Registered user with admin actions. */
function UserRow({ user, isOwn, onAct, onCreateResetLink }: UserRowProps) {
  const isAdmin = user.role === "admin";
  const isDisabled = user.disabledAt !== null;
  const fullName = [user.firstName, user.lastName].filter(Boolean).join(" ");
  return (
    <li className="flex items-start gap-3 px-3 py-2.5 [contain-intrinsic-size:auto_4rem] [content-visibility:auto]">
      <Logo src={null} name={user.username} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium break-all">{user.username}</span>
          <Badge tone={isAdmin ? "accent" : "neutral"}>{user.role}</Badge>
          {isDisabled && <Badge tone="warning">disabled</Badge>}
        </p>
        <p className="text-xs break-words text-ink-muted">
          {[fullName, user.email].filter(Boolean).join(" · ") || "No name or email"}
        </p>
        <p className="text-xs text-ink-faint">
          <span>Registered {longFormDate(user.createdAt)}</span>
          {user.disabledAt !== null && <span> · Disabled {longFormDate(user.disabledAt)}</span>}
        </p>
      </div>
      <Menu
        trigger={
          <IconButton label={`Actions for ${user.username}`}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
        groups={[
          [
            {
              label: isAdmin ? "Make Regular User" : "Make Admin",
              icon: isAdmin ? <ShieldOff aria-hidden /> : <ShieldCheck aria-hidden />,
              onSelect: () => onAct(user, "role"),
            },
            {
              label: "Change Username",
              icon: <TextCursorInput aria-hidden />,
              onSelect: () => onAct(user, "rename"),
            },
            {
              label: "Create Password Link",
              icon: <KeyRound aria-hidden />,
              isDisabled,
              onSelect: () => onCreateResetLink(user),
            },
            {
              label: "Tokens and Feeds",
              icon: <Ticket aria-hidden />,
              onSelect: () => onAct(user, "access"),
            },
          ],
          [
            isDisabled
              ? {
                  label: "Enable Account",
                  icon: <UserCheck aria-hidden />,
                  onSelect: () => onAct(user, "enable"),
                }
              : {
                  label: "Disable Account",
                  icon: <UserX aria-hidden />,
                  isDisabled: isOwn,
                  onSelect: () => onAct(user, "disable"),
                },
            {
              label: "Delete Account",
              icon: <Trash2 aria-hidden />,
              isDestructive: true,
              isDisabled: isOwn,
              onSelect: () => onAct(user, "delete"),
            },
          ],
        ]}
      />
    </li>
  );
}
