/** The key code of every key that an input method takes. Safari also sends it after the composition has ended. */
const COMPOSING_KEY_CODE = 229;

/** True if the key belongs to an input method, such as the Enter that chooses a word in Japanese. */
export const isComposing = ({ isComposing: isOpen, keyCode }: KeyboardEvent): boolean =>
  isOpen || keyCode === COMPOSING_KEY_CODE;

/**
 * Stops keys of input methods before any key handler runs, those of libraries too. Call it before the first of them is
 * added. Also keeps Enter from sending the form, which browsers do by themselves.
 */
export function stopComposingKeys(): void {
  window.addEventListener(
    "keydown",
    (event) => {
      if (!isComposing(event)) return;
      event.stopImmediatePropagation();
      if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
    },
    { capture: true },
  );
}

const LATIN = /\p{Script=Latin}/u;
/** Letters and signs of other scripts; Arabic has a key for two letters. */
const OTHER_SCRIPT = /^(?!\p{Script=Latin})[\p{L}\p{M}]+$/u;
const LETTER_KEY = /^Key([A-Z])$/u;

/** True if the person's language is written in another script, until a letter shows the keyboard's layout. */
let isOtherScript = new Intl.Locale(navigator.language || "en").maximize().script !== "Latn";

/**
 * The key of a shortcut: the character, or what is printed on an English keyboard where the layout has no Latin letters.
 */
export function keyOf({ key, code, shiftKey }: Pick<KeyboardEvent, "key" | "code" | "shiftKey">): string {
  const isOther = OTHER_SCRIPT.test(key);
  if (isOther) isOtherScript = true;
  else if (key.length === 1 && LATIN.test(key)) isOtherScript = false;
  const [, letter] = LETTER_KEY.exec(code) ?? [];
  if (isOther && letter !== undefined) return shiftKey ? letter : letter.toLowerCase();
  if (isOtherScript && code === "Slash" && key !== "/") return shiftKey ? "?" : "/";
  return key;
}
