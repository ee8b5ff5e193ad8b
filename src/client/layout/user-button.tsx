import { ChevronsUpDown } from "lucide-react";
import type { ComponentProps } from "react";

import { classNames } from "#client/ui/class-names.ts";
import type { User } from "#shared/accounts/users.ts";

interface UserButtonProps extends ComponentProps<"button"> {
  user: User;
  isCollapsed: boolean;
}

/** Button of the signed-in user: an initial, and the e-mail address or user name. */
export function UserButton({ user, isCollapsed, ...rest }: UserButtonProps) {
  const name = user.email ?? user.username;
  return (
    <button
      {...rest}
      type="button"
      title={isCollapsed ? name : undefined}
      className="flex h-control w-full items-center gap-2 overflow-hidden rounded-control px-1.5 text-left text-sm whitespace-nowrap text-ink transition-colors hover:bg-sunken"
    >
      <span
        aria-hidden
        className="flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent-ink uppercase"
      >
        {String.fromCodePoint(name.codePointAt(0) ?? 0x3f)}
      </span>
      <span className={classNames("min-w-0 flex-1 truncate", isCollapsed && "sr-only")}>{name}</span>
      {!isCollapsed && <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-ink-faint" />}
    </button>
  );
}
