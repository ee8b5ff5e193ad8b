import { useEffect, useEffectEvent } from "react";

let awaitedId: string | null = null;
const listeners = new Set<() => void>();

/** Focuses an item's row as soon as a list shows it and no dialog is open. Any key or click before that cancels it. */
export function focusRowOnceShown(id: string): void {
  awaitedId = id;
  const forget = () => {
    awaitedId = null;
  };
  for (const input of ["keydown", "pointerdown"])
    window.addEventListener(input, forget, { capture: true, once: true });
  for (const listener of listeners) listener();
}

/** Calls `focus` with the index of the row requested by `focusRowOnceShown`. */
export function useAwaitedRow(rows: readonly { id: string }[], focus: (index: number) => void): void {
  const focusRow = useEffectEvent(focus);
  useEffect(() => {
    function tryFocus() {
      const index = rows.findIndex(({ id }) => id === awaitedId);
      if (awaitedId === null || index === -1) return;
      // A dialog that closes restores the focus first.
      if (document.querySelector("[role=dialog]")) {
        requestAnimationFrame(tryFocus);
        return;
      }
      awaitedId = null;
      setTimeout(() => focusRow(index));
    }
    tryFocus();
    listeners.add(tryFocus);
    return () => void listeners.delete(tryFocus);
  }, [rows]);
}
