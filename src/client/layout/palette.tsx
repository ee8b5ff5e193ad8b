import { Keyboard, LogOut, Monitor, Moon, Radar, Sun, Wrench } from "lucide-react";
import { useCallback, useMemo } from "react";
import { useNavigate } from "react-router-dom";

import { ADMIN_TABS } from "#client/features/admin/admin-tabs.ts";
import { useSignOut } from "#client/features/users/sign-in/use-auth.ts";
import { useCurrentUser } from "#client/features/users/use-current-user.ts";
import { pages } from "#client/slices.ts";
import { type CommandGroup, CommandPalette } from "#client/ui/menu/command-palette.tsx";
import { useTheme } from "#client/ui/use-theme.ts";

import { useFoundItems } from "./use-found-items.tsx";

interface PaletteProps {
  search: string;
  onSearch: (search: string) => void;
  /** Called when the palette's field gets the focus. */
  onReady: () => void;
  /** True if Enter was pressed before the palette was ready. */
  opensFirst: boolean;
  onClose: () => void;
  onShowKeys: () => void;
}

/** Command palette with all pages, items and actions. */
export function Palette({ search, onSearch, onReady, opensFirst, onClose, onShowKeys }: PaletteProps) {
  const navigate = useNavigate();
  const goTo = useCallback(
    (path: string, state?: object) => () => void navigate(path, { state }),
    [navigate],
  );
  const isAdmin = useCurrentUser()?.role === "admin";
  const pageCommands = useMemo(() => pageGroup(goTo, isAdmin), [goTo, isAdmin]);
  const actions = useActions(goTo, onShowKeys);
  const commands = useMemo(() => [pageCommands, actions], [pageCommands, actions]);
  const { groups, status, isPending } = useFoundItems(search, goTo);
  return (
    <CommandPalette
      isOpen
      onClose={onClose}
      search={search}
      onSearch={onSearch}
      onReady={onReady}
      opensFirst={opensFirst}
      commands={commands}
      found={groups}
      isSearching={isPending}
      status={status}
    />
  );
}

/** Tools by verdict. Home lists the overdue reviews. */
const VERDICT_PAGES = [
  ["/dashboard?verdict=adopt", "Adopted tools"],
  ["/dashboard?verdict=trial", "Tools on trial"],
  ["/dashboard?verdict=assess", "Tools to assess"],
  ["/dashboard?verdict=hold", "Tools on hold"],
  ["/#overdue", "Overdue verdicts"],
] as const;

type GoTo = (path: string) => () => void;

const pageGroup = (goTo: GoTo, isAdmin: boolean): CommandGroup => ({
  label: "Go to",
  items: [
    ...pages.filter(({ isNamedByContent }) => !isNamedByContent),
    ...VERDICT_PAGES.map(([path, title]) => ({ path, title, Icon: Radar })),
    ...(isAdmin ? ADMIN_TABS : []).map(({ id, title }) => ({ path: `/admin/${id}`, title, Icon: Wrench })),
  ].map(({ path, title, Icon }) => ({
    id: path,
    label: title,
    icon: <Icon aria-hidden />,
    onSelect: goTo(path),
  })),
});

/** Returns the actions of all pages and the general ones. */
function useActions(goTo: GoTo, onShowKeys: () => void): CommandGroup {
  const { setTheme } = useTheme();
  const { signOut } = useSignOut();
  return useMemo(
    () => ({
      label: "Actions",
      items: [
        ...pages.flatMap(({ path, actions = [] }) =>
          actions.map(({ query, label, Icon }) => ({
            id: `${path}?${query}`,
            label,
            icon: <Icon aria-hidden />,
            onSelect: goTo(`${path}?${query}`),
          })),
        ),
        { id: "light", label: "Light theme", icon: <Sun aria-hidden />, onSelect: () => setTheme("light") },
        { id: "dark", label: "Dark theme", icon: <Moon aria-hidden />, onSelect: () => setTheme("dark") },
        {
          id: "system",
          label: "System theme",
          icon: <Monitor aria-hidden />,
          onSelect: () => setTheme("system"),
        },
        {
          id: "keys",
          label: "Keyboard Shortcuts",
          hint: "?",
          icon: <Keyboard aria-hidden />,
          onSelect: onShowKeys,
        },
        { id: "sign out", label: "Sign Out", icon: <LogOut aria-hidden />, onSelect: signOut },
      ],
    }),
    [goTo, setTheme, onShowKeys, signOut],
  );
}
