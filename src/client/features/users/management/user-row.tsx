import {
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

import { longFormDate } from "#client/format/dates.ts";
import { IconButton } from "#client/ui/icon-button.tsx";
import { Menu } from "#client/ui/menu/menu.tsx";
import { Badge } from "#client/ui/text/badge.tsx";
import { Logo } from "#client/ui/text/logo.tsx";
import type { ManagedUser } from "#shared/accounts/users.ts";

import type { UserAction } from "./use-users.ts";

interface UserRowProps {
  user: ManagedUser;
  /** True for the admin's own account, which they can't disable or delete. */
  isOwn: boolean;
  onAct: (user: ManagedUser, action: UserAction) => void;
  onCreateResetLink: (user: ManagedUser) => void;
}

/** Registered user with admin actions. */
export function UserRow({ user, isOwn, onAct, onCreateResetLink }: UserRowProps) {
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
              label: "Change User Name",
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
