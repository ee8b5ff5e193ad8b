import type { ReactNode } from "react";

/** Name of the shortcut modifier on this keyboard. */
export const MOD_KEY = /mac|iphone|ipad/iu.test(navigator.userAgent) ? "⌘" : "Ctrl";

/** Keyboard key. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-chip border border-line bg-sunken px-1 font-sans text-xs text-ink-faint">
      {children}
    </kbd>
  );
}
