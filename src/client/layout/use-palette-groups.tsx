import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { House, Keyboard, LogOut, Monitor, Moon, Sun, TextQuote, UserRound } from "lucide-react";
import { useNavigate } from "react-router-dom";

import { trpc } from "#client/api/trpc.ts";
import { sections } from "#client/features/home/sections.ts";
import { useSignOut } from "#client/features/users/use-auth.ts";
import type { CommandGroup } from "#client/ui/command-palette.tsx";
import { Logo } from "#client/ui/logo.tsx";
import { useTheme } from "#client/ui/use-theme.ts";
import { optionLabel } from "#shared/labels.ts";
import type { Prompt } from "#shared/prompts.ts";
import type { Tool } from "#shared/tools.ts";

/** The palette renders every item that it is given, so it gets the newest ones of each kind only. */
const MAX_OF_A_KIND = 300;

/** The things that some page has read already in lists of this kind, newest first. */
function useKnown<Thing extends { id: string }>(queryKey: QueryKey): Thing[] {
  const cached = useQueryClient().getQueriesData<{ items: Thing[] }>({ queryKey });
  const things = cached.flatMap(([, list]) => list?.items ?? []);
  return [...new Map(things.map((thing) => [thing.id, thing])).values()].slice(0, MAX_OF_A_KIND);
}

/** Everything that the command palette offers. */
export function usePaletteGroups(onShowKeys: () => void): CommandGroup[] {
  const navigate = useNavigate();
  const { setTheme } = useTheme();
  const signOut = useSignOut();
  const tools = useKnown<Tool>(getQueryKey(trpc.tools.list));
  const prompts = useKnown<Prompt>(getQueryKey(trpc.prompts.list));
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
      label: "Prompts",
      items: prompts.map(({ id, name, modality }) => ({
        id: `prompt ${id}`,
        label: name,
        hint: optionLabel(modality ?? ""),
        icon: <TextQuote aria-hidden />,
        onSelect: goTo(`/prompts?prompt=${encodeURIComponent(id)}`),
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
