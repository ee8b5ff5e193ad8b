/** Keys pressed after a dialog or menu was requested and before it has the focus. */

/** Keys wait no longer, in milliseconds: the layer may have failed to load. */
const MAX_WAIT_MS = 5000;

let holding = new AbortController();

/** Ends the wait for a layer that doesn't open. */
export const releaseKeys = (): void => holding.abort();

/**
 * Holds keys back until a layer with this selector has the focus, so that they don't act on the page. The layer then
 * gets them, as shortcuts or as text of its field.
 */
export function holdKeys(layer: string): void {
  releaseKeys();
  holding = new AbortController();
  const signal = AbortSignal.any([holding.signal, AbortSignal.timeout(MAX_WAIT_MS)]);
  const whileHolding = { capture: true, signal };
  const keys: KeyboardEvent[] = [];
  for (const name of ["pointerdown", "popstate"]) window.addEventListener(name, releaseKeys, whileHolding);
  // Before every shortcut.
  window.addEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab" || !event.isTrusted) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (!event.repeat) keys.push(event);
    },
    whileHolding,
  );
  function pressAll() {
    if (signal.aborted) return;
    releaseKeys();
    for (const key of keys) if (document.activeElement) pressKey(document.activeElement, key);
  }
  document.addEventListener(
    "focusin",
    ({ target }) => {
      // The layer may move the focus on to a field, and has no items before its first frame.
      if (target instanceof Element && target.closest(layer)) requestAnimationFrame(pressAll);
    },
    whileHolding,
  );
}

/** Presses a key for the user. Browsers then type no text, so that is added here. */
export function pressKey(
  target: Element,
  { key, code, shiftKey }: KeyboardEventInit & { key: string },
): void {
  const event = new KeyboardEvent("keydown", { key, code, shiftKey, bubbles: true, cancelable: true });
  const isHandled = !target.dispatchEvent(event);
  if (isHandled || key.length > 1 || !isTextField(target)) return;
  target.setRangeText(key, target.selectionStart ?? 0, target.selectionEnd ?? 0, "end");
  target.dispatchEvent(new InputEvent("input", { data: key, inputType: "insertText", bubbles: true }));
}

const isTextField = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) &&
  element.selectionStart !== null;
