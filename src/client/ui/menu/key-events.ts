/** Key code of a key that an input method handles. Safari also sends it after the composition has ended. */
const COMPOSING_KEY_CODE = 229;

/** True if an input method handles the key, such as the Enter that chooses a word in Japanese. */
const isComposing = ({ isComposing: isOpen, keyCode }: KeyboardEvent): boolean =>
  isOpen || keyCode === COMPOSING_KEY_CODE;

/**
 * Hides keys that an input method handles from all other listeners, and prevents their Enter from submitting a form.
 * Must be called before any key listener is added.
 */
export function stopComposingKeys(): void {
  window.addEventListener("keydown", stopComposingKey, { capture: true });
}

function stopComposingKey(event: KeyboardEvent): void {
  if (!isComposing(event)) return;
  event.stopImmediatePropagation();
  if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
}

const LATIN = /\p{Script=Latin}/u;
/** Letters and marks of other scripts. One key of Arabic layouts types two letters. */
const OTHER_SCRIPT = /^(?!\p{Script=Latin})[\p{L}\p{M}]+$/u;
const LETTER_KEY = /^Key([A-Z])$/u;

/** True if a language uses another script. False for invalid tags, such as "C" and "en-US@posix" on Linux. */
export function hasOtherScript(language: string): boolean {
  try {
    return new Intl.Locale(language).maximize().script !== "Latn";
  } catch {
    return false;
  }
}

/** True if the keyboard has another script: by the browser's language at first, then by the last typed letter. */
let isOtherScript = hasOtherScript(navigator.language);

/** Returns the key of a shortcut: the typed character, or the English one if the layout has no Latin letters. */
export function shortcutKeyOf({
  key,
  code,
  shiftKey,
}: Pick<KeyboardEvent, "key" | "code" | "shiftKey">): string {
  const isOther = OTHER_SCRIPT.test(key);
  if (isOther) isOtherScript = true;
  else if (key.length === 1 && LATIN.test(key)) isOtherScript = false;
  const [, letter] = LETTER_KEY.exec(code) ?? [];
  if (isOther && letter !== undefined) return shiftKey ? letter : letter.toLowerCase();
  if (isOtherScript && code === "Slash" && key !== "/") return shiftKey ? "?" : "/";
  return key;
}

/** Maximum time in milliseconds that keys wait for a requested dialog or menu, which may fail to load. */
const MAX_WAIT_MS = 5000;

let holdController = new AbortController();

/** Stops waiting for a layer that doesn't open. Held keys are dropped. */
export const releaseKeys = (): void => holdController.abort();

/**
 * Holds keys back until a layer that matches the selector has the focus, so that they don't act on the page. The layer
 * then gets them, as shortcuts or as text of its field.
 */
export function holdKeys(layer: string): void {
  releaseKeys();
  holdController = new AbortController();
  const signal = AbortSignal.any([holdController.signal, AbortSignal.timeout(MAX_WAIT_MS)]);
  const listenerOptions = { capture: true, signal };
  const keys: KeyboardEvent[] = [];
  for (const name of ["pointerdown", "popstate"]) window.addEventListener(name, releaseKeys, listenerOptions);
  // Capturing, so that it runs before every shortcut.
  window.addEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab" || !event.isTrusted) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (!event.repeat) keys.push(event);
    },
    listenerOptions,
  );
  function replayKeys() {
    if (signal.aborted) return;
    releaseKeys();
    for (const key of keys) if (document.activeElement) pressKey(document.activeElement, key);
  }
  document.addEventListener(
    "focusin",
    ({ target }) => {
      // A layer has no items before its first frame, and may move the focus to a field.
      if (target instanceof Element && target.closest(layer)) requestAnimationFrame(replayKeys);
    },
    listenerOptions,
  );
}

/** Dispatches a key event for the user. Browsers don't type the text of such an event, so this function adds it. */
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
