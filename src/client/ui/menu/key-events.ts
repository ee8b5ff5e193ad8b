/** Key code of keys handled by an input method. Safari also sends it after the composition has ended. */
const COMPOSING_KEY_CODE = 229;

/** True if an input method handles the key, such as the Enter that chooses a word in Japanese. */
const isComposing = ({ isComposing: isOpen, keyCode }: KeyboardEvent): boolean =>
  isOpen || keyCode === COMPOSING_KEY_CODE;

/**
 * Ignores keys that an input method handles: no key handler gets them, and Enter submits no form. Must be called before
 * any handler is added.
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
/** Letters and signs of other scripts. Arabic has a key for two letters. */
const OTHER_SCRIPT = /^(?!\p{Script=Latin})[\p{L}\p{M}]+$/u;
const LETTER_KEY = /^Key([A-Z])$/u;

/** True if a language uses another script. False for tags that aren't valid, such as Linux's "C" and "en-US@posix". */
export function hasOtherScript(language: string): boolean {
  try {
    return new Intl.Locale(language).maximize().script !== "Latn";
  } catch {
    return false;
  }
}

/** True if the browser's language uses another script, until a typed letter reveals the keyboard layout. */
let isOtherScript = hasOtherScript(navigator.language);

/** Returns the key of a shortcut: the typed character, or the English one if the layout has no Latin letters. */
export function keyOf({ key, code, shiftKey }: Pick<KeyboardEvent, "key" | "code" | "shiftKey">): string {
  const isOther = OTHER_SCRIPT.test(key);
  if (isOther) isOtherScript = true;
  else if (key.length === 1 && LATIN.test(key)) isOtherScript = false;
  const [, letter] = LETTER_KEY.exec(code) ?? [];
  if (isOther && letter !== undefined) return shiftKey ? letter : letter.toLowerCase();
  if (isOtherScript && code === "Slash" && key !== "/") return shiftKey ? "?" : "/";
  return key;
}

/** Time that keys wait for a requested dialog or menu, in milliseconds: it may have failed to load. */
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
