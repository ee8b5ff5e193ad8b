import {
  Download,
  House,
  Keyboard,
  LogOut,
  Monitor,
  Moon,
  Plus,
  Settings,
  Sun,
  Upload,
  UserRound,
} from "lucide-react";
import { useCallback, useMemo } from "react";
import { useNavigate } from "react-router-dom";

import { sections } from "#client/features/home/sections.ts";
import { useSignOut } from "#client/features/users/sign-in/use-auth.ts";
import type { CommandGroup } from "#client/ui/command-palette.tsx";
import { useTheme } from "#client/ui/use-theme.ts";

import { usePaletteThings } from "./use-palette-things.tsx";

/** What can be done in a section, by the address of its dialog. */
const DIALOGS = [
  { path: "/dashboard?dialog=add", label: "Add AI tool", Icon: Plus },
  { path: "/dashboard?dialog=import", label: "Import AI tools", Icon: Upload },
  { path: "/dashboard?dialog=export", label: "Export AI tools", Icon: Download },
  { path: "/prompts?dialog=add", label: "Add prompt", Icon: Plus },
  { path: "/prompts?dialog=import", label: "Import prompts", Icon: Upload },
  { path: "/prompts?dialog=export", label: "Export prompts", Icon: Download },
  { path: "/chapter-loop?dialog=add", label: "Add reading", Icon: Plus },
  { path: "/chapter-loop?dialog=import", label: "Import readings", Icon: Upload },
  { path: "/dashboard?dialog=settings", label: "AI Stack settings", Icon: Settings },
  { path: "/prompts?dialog=settings", label: "Prompt Stack settings", Icon: Settings },
];

/** Everything that the command palette offers. */
export function usePaletteGroups(onShowKeys: () => void): CommandGroup[] {
  const navigate = useNavigate();
  const { setTheme } = useTheme();
  const { signOut } = useSignOut();
  const goTo = useCallback((path: string) => () => void navigate(path), [navigate]);
  const things = usePaletteThings(goTo);

  return useMemo(
    () => [
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
        label: "Do",
        items: [
          ...DIALOGS.map(({ path, label, Icon }) => ({
            id: path,
            label,
            icon: <Icon aria-hidden />,
            onSelect: goTo(path),
          })),
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
          { id: "sign out", label: "Sign Out", icon: <LogOut aria-hidden />, onSelect: signOut },
        ],
      },
      ...things,
    ],
    [goTo, setTheme, onShowKeys, signOut, things],
  );
}
