import { CircleQuestionMark, Monitor, Moon, Sun } from "lucide-react";
import type { ReactNode } from "react";

import { pages } from "#client/slices.ts";
import { Menu } from "#client/ui/menu/menu.tsx";
import { type Theme, useTheme } from "#client/ui/use-theme.ts";
import type { User } from "#shared/accounts/users.ts";

import { UserButton } from "./user-button.tsx";

const THEMES: readonly { theme: Theme; label: string; icon: ReactNode }[] = [
  { theme: "light", label: "Light theme", icon: <Sun aria-hidden /> },
  { theme: "dark", label: "Dark theme", icon: <Moon aria-hidden /> },
  { theme: "system", label: "System theme", icon: <Monitor aria-hidden /> },
];

interface UserMenuProps {
  user: User;
  isCollapsed: boolean;
}

/** Menu with links to pages and the theme. */
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
            label: "User guide",
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
