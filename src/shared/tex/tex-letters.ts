const MARKS = new Map([
  ['"', "\u0308"],
  ["'", "\u0301"],
  ["`", "\u0300"],
  ["^", "\u0302"],
  ["~", "\u0303"],
  ["=", "\u0304"],
  [".", "\u0307"],
  ["u", "\u0306"],
  ["v", "\u030C"],
  ["H", "\u030B"],
  ["c", "\u0327"],
  ["k", "\u0328"],
  ["r", "\u030A"],
  ["d", "\u0323"],
  ["b", "\u0331"],
  ["G", "\u030F"],
  ["h", "\u0309"],
  ["textcommabelow", "\u0326"],
]);

/** Letters that lose their dot under an accent. Unicode composes them from the dotted ones. */
const DOTTED = new Map([
  ["ı", "i"],
  ["ȷ", "j"],
]);

/** Returns a letter with a LaTeX accent: "é" for `'` and "e", also "í" for `'` and "ı". */
export const accented = (accent: string, letter: string): string =>
  `${DOTTED.get(letter) ?? letter}${MARKS.get(accent) ?? ""}`.normalize("NFC");

/** Letters that LaTeX writes as commands. */
export const SPECIAL_LETTERS = new Map([
  ["ss", "ß"],
  ["oe", "œ"],
  ["OE", "Œ"],
  ["ae", "æ"],
  ["AE", "Æ"],
  ["aa", "å"],
  ["AA", "Å"],
  ["o", "ø"],
  ["O", "Ø"],
  ["l", "ł"],
  ["L", "Ł"],
  ["i", "ı"],
  ["j", "ȷ"],
]);
