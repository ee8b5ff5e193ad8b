import { useQueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { House, Keyboard, LogOut, Monitor, Moon, Sun, UserRound } from "lucide-react";
import { useNavigate } from "react-router-dom";

import { type Outputs, trpc } from "#client/api/trpc.ts";
import { sections } from "#client/features/home/sections.ts";
import { useSignOut } from "#client/features/users/use-auth.ts";
import type { CommandGroup } from "#client/ui/command-palette.tsx";
import { Logo } from "#client/ui/logo.tsx";
import { useTheme } from "#client/ui/use-theme.ts";

/** The palette renders every item that it is given, so it gets the newest tools only. */
const MAX_TOOLS = 300;

/** The tools that some page has read already, newest first. */
function useKnownTools() {
  const cached = useQueryClient().getQueriesData<Outputs["tools"]["list"]>({
    queryKey: getQueryKey(trpc.tools.list),
  });
  const tools = cached.flatMap(([, list]) => list?.items ?? []);
  return [...new Map(tools.map((tool) => [tool.id, tool])).values()].slice(0, MAX_TOOLS);
}

/** Everything that the command palette offers. */
export function usePaletteGroups(onShowKeys: () => void): CommandGroup[] {
  const navigate = useNavigate();
  const { setTheme } = useTheme();
  const signOut = useSignOut();
  const tools = useKnownTools();
  const goTo = (path: string) => () => void navigate(path);

  const groups: CommandGroup[] = [
    {
      label: "Go to",
      items: [
        { id: "/", label: "Home", icon: <House aria-hidden />, onSelect: goTo("/") },
        ...sections.map(({ path, title, Icon }) => ({
          id: path,
          label: title,
          icon: <Icon aria-hidden />,
          onSelect: goTo(path),
        })),
        { id: "/account", label: "Account", icon: <UserRound aria-hidden />, onSelect: goTo("/account") },
      ],
    },
    {
      label: "Tools",
      items: tools.map(({ id, name, company, logoUrl }) => ({
        id: `tool ${id}`,
        label: name,
        hint: company ?? "",
        icon: <Logo src={logoUrl} name={name} size="small" />,
        onSelect: goTo(`/dashboard?tool=${encodeURIComponent(id)}`),
      })),
    },
    {
      label: "Do",
      items: [
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
          label: "Keyboard",
          hint: "?",
          icon: <Keyboard aria-hidden />,
          onSelect: onShowKeys,
        },
        {
          id: "sign out",
          label: "Sign Out",
          icon: <LogOut aria-hidden />,
          onSelect: () => signOut.mutate(),
        },
      ],
    },
  ];
  return groups.filter(({ items }) => items.length > 0);
}
