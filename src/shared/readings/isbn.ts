/** Returns the digits of an ISBN, with or without hyphens and spaces. Returns null if its check digit is wrong. */
export function parseIsbn(written: string): string | null {
  const digits = written
    .slice(0, 40)
    .replaceAll(/[^\dXx]/gu, "")
    .toUpperCase();
  const values = Array.from(digits, (digit) => (digit === "X" ? 10 : Number(digit)));
  const sum = (weightOf: (index: number) => number) =>
    values.reduce((total, value, index) => total + value * weightOf(index), 0);
  if (/^\d{9}[\dX]$/u.test(digits)) return sum((index) => 10 - index) % 11 === 0 ? digits : null;
  if (/^97[89]\d{10}$/u.test(digits))
    return sum((index) => (index % 2 === 0 ? 1 : 3)) % 10 === 0 ? digits : null;
  return null;
}

/**
 * Returns an ISBN in its 13-digit form, which is the same for every spelling of an edition. Returns null if it is
 * invalid.
 */
export function toIsbn13(written: string): string | null {
  const digits = parseIsbn(written);
  if (digits?.length !== 10) return digits;
  const first = `978${digits.slice(0, 9)}`;
  return Array.from("0123456789", (check) => parseIsbn(first + check)).find((isbn) => isbn !== null) ?? null;
}

/** Matches possible ISBNs in a text. Their check digits are not verified. */
export const ISBN = /(?<![\d-])(?:97[89][- ]?)?(?:\d[- ]?){9}[\dX](?![\d-])/giu;
/** Maximum length of searched text, in characters. A list of a book's editions is far shorter. */
const MAX_SEARCHED_LENGTH = 2000;

/** Returns a text's best ISBN: the first valid one of 13 digits, otherwise any valid one, otherwise an invalid one. */
export function findBestIsbn(text: string): { isbn: string | undefined; count: number } {
  const possibleIsbns = text.slice(0, MAX_SEARCHED_LENGTH).match(ISBN) ?? [];
  const validIsbns = possibleIsbns.filter((written) => parseIsbn(written) !== null);
  const candidates = validIsbns.length > 0 ? validIsbns : possibleIsbns;
  const isbn = candidates.find((written) => /^97[89]/u.test(written)) ?? candidates[0];
  return { isbn, count: possibleIsbns.length };
}
