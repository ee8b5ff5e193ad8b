import { useEffect, useEffectEvent, useRef } from "react";

import { keyOf } from "./keys.ts";

const TYPING = "input, textarea, select, [contenteditable], [role=menu], [role=listbox]";
const DIALOG = "[role=dialog], [role=alertdialog]";

function isFor(event: KeyboardEvent, keys: string, place: "page" | "dialog"): boolean {
  const wantsMod = keys.startsWith("mod+");
  const key = wantsMod ? keys.slice("mod+".length) : keys;
  if (event.altKey || (event.ctrlKey || event.metaKey) !== wantsMod) return false;
  if (keyOf(event).toLowerCase() !== key.toLowerCase()) return false;
  if (wantsMod) return !event.shiftKey;
  const isTyping = event.target instanceof Element && event.target.closest(TYPING) !== null;
  const isInDialog = document.querySelector(DIALOG) !== null;
  return !isTyping && isInDialog === (place === "dialog");
}

/**
 * Runs the handler on a key such as "/", "n", "?" or "mod+k" (Ctrl, or Cmd on a Mac). Ignores plain keys while the
 * user types, and page keys while a dialog is open.
 */
export function useShortcut(keys: string, handler: () => void, place: "page" | "dialog" = "page"): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !isFor(event, keys, place)) return;
    event.preventDefault();
    handler();
  });
  useEffect(() => {
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

const NEXT_KEY_MS = 1500;

/** Calls `go` with the key that follows "g". If it returns true, no other shortcut of that key runs. */
export function useGoKeys(go: (key: string) => boolean): void {
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const key = keyOf(event).toLowerCase();
    if (!isFor(event, key, "page")) return;
    const isSecond = event.timeStamp - pressedAt.current < NEXT_KEY_MS;
    pressedAt.current = !isSecond && key === "g" ? event.timeStamp : Number.NEGATIVE_INFINITY;
    if (!isSecond || !go(key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    // Before the shortcuts of pages and lists.
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, []);
}
