import { useEffect, useState } from "react";

/**
 * Gives the focus back to what had it before a dialog, where nothing else took it. Headless UI does so too, but only
 * knows of what was focused once its code is there, and that comes with the first dialog.
 */
export function useOpenerFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      queueMicrotask(() => {
        const isFree = document.activeElement === null || document.activeElement === document.body;
        if (isFree && opener instanceof HTMLElement) opener.focus();
      });
    },
    [opener],
  );
}
