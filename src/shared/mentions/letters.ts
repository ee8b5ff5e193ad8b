/** Classes of characters within a text's words. */
export const BETWEEN = 0;
/** Letter or digit: consecutive ones form a word. */
export const IN_WORD = 1;
/** Accent or vowel sign, which belongs to the preceding word. */
export const DIACRITIC = 2;
/** Letter of a script without spaces: a word by itself. */
export const ALONE = 3;
/** Letters that form words with each other, but not with other scripts. */
export const KATAKANA = 4;
export const HANGUL = 5;

const UNKNOWN = 255;
const FIRST_OF_PAIRS = 0x1_00_00;

/**
 * Chinese, Japanese and Thai don't separate words, so each letter counts as a word and a longer name as several.
 * Katakana is not split, since it writes foreign words in one run. Neither is Hangul, which has spaces, though
 * particles attach to names. Names in other scripts end where Hangul begins ("ChatGPT는"), and Hangul names match only
 * as whole words.
 */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function classify(character: string): number {
  if (/\p{M}/u.test(character)) return DIACRITIC;
  if (!/[\p{L}\p{N}]/u.test(character)) return BETWEEN;
  if (UNSPACED.test(character)) return ALONE;
  if (/\p{Script_Extensions=Katakana}/u.test(character)) return KATAKANA;
  return /\p{Script=Hangul}/u.test(character) ? HANGUL : IN_WORD;
}

/** A table instead of a pattern, since classifying characters takes most of the time. */
const known = new Uint8Array(FIRST_OF_PAIRS).fill(UNKNOWN);

/** Returns the class of a character by its code point. */
export function letterClass(codePoint: number): number {
  if (codePoint >= FIRST_OF_PAIRS) return classify(String.fromCodePoint(codePoint));
  const found = known[codePoint] ?? BETWEEN;
  if (found !== UNKNOWN) return found;
  return (known[codePoint] = classify(String.fromCharCode(codePoint)));
}
