import { useSyncExternalStore } from "react";

export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];

// Also read by public/at-load.js.
const KEY = "stackloop-theme";
const DARK = "(prefers-color-scheme: dark)";
const listeners = new Set<() => void>();

/** Theme if storage is blocked. Lost when the page closes. */
let unstored: Theme = "system";

function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return themes.find((theme) => theme === stored) ?? "system";
  } catch {
    return unstored;
  }
}

function applyTheme() {
  const theme = readTheme();
  const isDark = theme === "dark" || (theme === "system" && matchMedia(DARK).matches);
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
  listeners.forEach((notify) => notify());
}

function setTheme(theme: Theme) {
  unstored = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage is blocked; `unstored` has the theme.
  }
  applyTheme();
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    matchMedia(DARK).addEventListener("change", applyTheme);
    window.addEventListener("storage", applyTheme);
    // The theme may have changed between the page's first script and this subscription.
    applyTheme();
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    matchMedia(DARK).removeEventListener("change", applyTheme);
    window.removeEventListener("storage", applyTheme);
  };
}

/** Returns the theme with its setter. Follows changes of the system's theme and in other tabs. */
export function useTheme(): { theme: Theme; setTheme: (theme: Theme) => void } {
  return { theme: useSyncExternalStore(subscribe, readTheme), setTheme };
}
