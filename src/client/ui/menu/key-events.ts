/** Key code of keys handled by an input method. Safari also sends it after the composition has ended. */
const COMPOSING_KEY_CODE = 229;

/** True if an input method handles the key, such as the Enter that chooses a word in Japanese. */
export const isComposing = ({ isComposing: isOpen, keyCode }: KeyboardEvent): boolean =>
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
