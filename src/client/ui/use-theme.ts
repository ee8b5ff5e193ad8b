import { useSyncExternalStore } from "react";

export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];

// Also read by public/at-load.js.
const STORAGE_KEY = "stackloop-theme";
const DARK_QUERY = "(prefers-color-scheme: dark)";
const listeners = new Set<() => void>();

/** Theme if storage is blocked. Lost when the page closes. */
let sessionTheme: Theme = "system";

function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return themes.find((theme) => theme === stored) ?? "system";
  } catch {
    return sessionTheme;
  }
}

function applyTheme() {
  const theme = readTheme();
  const isDark = theme === "dark" || (theme === "system" && matchMedia(DARK_QUERY).matches);
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
  listeners.forEach((notify) => notify());
}

function setTheme(theme: Theme) {
  sessionTheme = theme;
  try {
    localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // Storage is blocked; `sessionTheme` has it.
  }
  applyTheme();
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    matchMedia(DARK_QUERY).addEventListener("change", applyTheme);
    window.addEventListener("storage", applyTheme);
    // The theme may have changed between the page's first script and this subscription.
    applyTheme();
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    matchMedia(DARK_QUERY).removeEventListener("change", applyTheme);
    window.removeEventListener("storage", applyTheme);
  };
}

/** Returns the theme with its setter. Follows the system's theme and changes in other tabs. */
export function useTheme(): { theme: Theme; setTheme: (theme: Theme) => void } {
  return { theme: useSyncExternalStore(subscribe, readTheme), setTheme };
}
