import { ChevronsUpDown, CircleQuestionMark, Monitor, Moon, Sun } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";

import { pages } from "#client/slices.ts";
import { classNames } from "#client/ui/class-names.ts";
import { Menu } from "#client/ui/menu/menu.tsx";
import { type Theme, useTheme } from "#client/ui/use-theme.ts";
import type { User } from "#shared/accounts/users.ts";

const THEMES: readonly { theme: Theme; label: string; icon: ReactNode }[] = [
  { theme: "light", label: "Light Theme", icon: <Sun aria-hidden /> },
  { theme: "dark", label: "Dark Theme", icon: <Moon aria-hidden /> },
  { theme: "system", label: "System Theme", icon: <Monitor aria-hidden /> },
];

interface UserMenuProps {
  user: User;
  isCollapsed: boolean;
}

/** Menu with links to pages, and the choice of a theme. */
export function UserMenu({ user, isCollapsed }: UserMenuProps) {
  const { theme: chosen, setTheme } = useTheme();
  const links = pages.filter(({ nav }) => nav === "user menu");
  return (
    <Menu
      side="top start"
      trigger={<UserButton user={user} isCollapsed={isCollapsed} />}
      header={
        <>
          <p className="truncate font-medium text-ink">{user.displayName ?? user.username}</p>
          {user.email && <p className="truncate text-xs text-ink-faint">{user.email}</p>}
        </>
      }
      groups={[
        [
          ...links.map(({ title, path, Icon }) => ({ label: title, to: path, icon: <Icon aria-hidden /> })),
          {
            label: "User Guide",
            to: "/docs/user.html",
            isOtherSite: true,
            icon: <CircleQuestionMark aria-hidden />,
          },
        ],
        THEMES.map(({ theme, label, icon }) => ({
          label,
          icon,
          isChosen: theme === chosen,
          onSelect: () => setTheme(theme),
        })),
      ]}
    />
  );
}

interface UserButtonProps extends ComponentProps<"button"> {
  user: User;
  isCollapsed: boolean;
}

/** Button with the signed-in user's initial, and their email address or username. */
function UserButton({ user, isCollapsed, ...rest }: UserButtonProps) {
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
