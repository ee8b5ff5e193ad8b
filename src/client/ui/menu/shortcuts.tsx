import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from "react";

import { shortcutKeyOf } from "./key-events.ts";

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

const TYPING_SELECTOR = "input, textarea, select, [contenteditable], [role=menu], [role=listbox]";
const DIALOG_SELECTOR = "[role=dialog], [role=alertdialog]";

/** Attribute of an element that shows an item. Its value is the item's reference. */
export const ITEM_ATTRIBUTE = "data-item";

function matchesShortcut(event: KeyboardEvent, keys: string, scope: "page" | "dialog"): boolean {
  const wantsMod = keys.startsWith("mod+");
  const key = wantsMod ? keys.slice("mod+".length) : keys;
  if (event.altKey || (event.ctrlKey || event.metaKey) !== wantsMod) return false;
  if (shortcutKeyOf(event).toLowerCase() !== key.toLowerCase()) return false;
  if (wantsMod) return !event.shiftKey;
  const isInDialog = document.querySelector(DIALOG_SELECTOR) !== null;
  return !isTyping(event) && isInDialog === (scope === "dialog");
}

// Shortcuts add their listeners in layout effects. Other effects run after the page is shown and would miss the first
// key.

const isTyping = ({ target }: Event): boolean =>
  target instanceof Element && target.closest(TYPING_SELECTOR) !== null;

/**
 * Runs the handler on a key such as "/", "n", "?" or "mod+k" (Ctrl, or Cmd on a Mac). Ignores plain keys while the
 * user types, and page keys while a dialog is open.
 */
export function useShortcut(keys: string, handler: () => void, scope: "page" | "dialog" = "page"): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !matchesShortcut(event, keys, scope)) return;
    event.preventDefault();
    handler();
  });
  useLayoutEffect(() => {
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

/** Runs the handlers of a key's shortcut, even while the focus is in a text field. */
export function runShortcut(key: string): void {
  document.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
}

/**
 * Runs the handler on a plain key while the focus is in this item's element. Elsewhere, runs it if the open dialog or
 * the page shows no other item.
 */
export function useItemShortcut(key: string, ref: string, handler: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (shortcutKeyOf(event).toLowerCase() !== key || isTyping(event) || !isAboutItem(event.target, ref))
      return;
    event.preventDefault();
    handler();
  });
  useLayoutEffect(() => {
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

function isAboutItem(target: EventTarget | null, ref: string): boolean {
  const focused = target instanceof Element ? target.closest(`[${ITEM_ATTRIBUTE}]`) : null;
  if (focused) return focused.getAttribute(ITEM_ATTRIBUTE) === ref;
  const layer = [...document.querySelectorAll(DIALOG_SELECTOR)].at(-1) ?? document;
  const shown = [...layer.querySelectorAll(`[${ITEM_ATTRIBUTE}]`)];
  return shown.length === 1 && shown[0]?.getAttribute(ITEM_ATTRIBUTE) === ref;
}

/** Runs the handler for a web address pasted outside fields and dialogs. */
export function usePastedAddress(handler: (address: string) => void): void {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData("text/plain").trim() ?? "";
    if (isTyping(event) || document.querySelector(DIALOG_SELECTOR) || !/^https?:\/\/\S+$/iu.test(text))
      return;
    event.preventDefault();
    handler(text);
  });
  useLayoutEffect(() => {
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, []);
}

const SECOND_KEY_TIMEOUT_MS = 1500;

/** Calls `go` with the key that follows "g". If it returns true, no other shortcut of that key runs. */
export function useGoKeys(go: (key: string) => boolean): void {
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const key = shortcutKeyOf(event).toLowerCase();
    if (!matchesShortcut(event, key, "page")) return;
    const isSecond = event.timeStamp - pressedAt.current < SECOND_KEY_TIMEOUT_MS;
    pressedAt.current = !isSecond && key === "g" ? event.timeStamp : Number.NEGATIVE_INFINITY;
    if (!isSecond || !go(key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  useLayoutEffect(() => {
    // Capturing, so that it runs before the shortcuts of pages and lists.
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, []);
}
