import { Ellipsis, KeyRound, ShieldCheck, ShieldOff } from "lucide-react";

import { longFormDate } from "#client/format/dates.ts";
import { Badge } from "#client/ui/badge.tsx";
import { IconButton } from "#client/ui/icon-button.tsx";
import { Logo } from "#client/ui/logo.tsx";
import { Menu } from "#client/ui/menu.tsx";
import type { User } from "#shared/users.ts";

interface UserRowProps {
  user: User;
  onChangeRole: (user: User) => void;
  onCreateResetLink: (user: User) => void;
}

/** One registered user, with what an admin can do for them. */
export function UserRow({ user, onChangeRole, onCreateResetLink }: UserRowProps) {
  const isAdmin = user.role === "admin";
  const fullName = [user.firstName, user.lastName].filter(Boolean).join(" ");
  return (
    <li className="flex items-start gap-3 px-3 py-2.5 [contain-intrinsic-size:auto_4rem] [content-visibility:auto]">
      <Logo src={null} name={user.username} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium break-all">{user.username}</span>
          <Badge tone={isAdmin ? "accent" : "neutral"}>{user.role}</Badge>
        </p>
        <p className="text-xs break-words text-ink-muted">
          {[fullName, user.email].filter(Boolean).join(" · ") || "No name or email"}
        </p>
        <p className="text-xs text-ink-faint">Registered {longFormDate(user.createdAt)}</p>
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
              onSelect: () => onChangeRole(user),
            },
            {
              label: "Create Password Link",
              icon: <KeyRound aria-hidden />,
              onSelect: () => onCreateResetLink(user),
            },
          ],
        ]}
      />
    </li>
  );
}
