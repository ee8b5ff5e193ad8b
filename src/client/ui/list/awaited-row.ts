import { useEffect, useEffectEvent } from "react";

let awaited: string | null = null;
const listeners = new Set<() => void>();

/** Focuses an item's row as soon as a list shows it and no dialog is open. Any key or click before that cancels it. */
export function focusRowOnceShown(id: string): void {
  awaited = id;
  const forget = () => {
    awaited = null;
  };
  for (const input of ["keydown", "pointerdown"])
    window.addEventListener(input, forget, { capture: true, once: true });
  for (const listener of listeners) listener();
}

/** Calls `focus` with the index of the row requested by `focusRowOnceShown`. */
export function useAwaitedRow(rows: readonly { id: string }[], focus: (index: number) => void): void {
  const focusLast = useEffectEvent(focus);
  useEffect(() => {
    function attempt() {
      const index = rows.findIndex(({ id }) => id === awaited);
      if (awaited === null || index === -1) return;
      // A dialog that closes restores the focus first.
      if (document.querySelector("[role=dialog]")) {
        requestAnimationFrame(attempt);
        return;
      }
      awaited = null;
      setTimeout(() => focusLast(index));
    }
    attempt();
    listeners.add(attempt);
    return () => void listeners.delete(attempt);
  }, [rows]);
}
