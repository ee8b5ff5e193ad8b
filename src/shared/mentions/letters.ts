/** What a character is to the words of a text. */
export const BETWEEN = 0;
/** A letter or a digit: those that follow each other are a word. */
export const IN_WORD = 1;
/** An accent or a vowel sign, which goes on with the word that it stands on. */
export const DIACRITIC = 2;
/** A letter of a script that sets no spaces: a word by itself. */
export const ALONE = 3;
/** Letters that make words among themselves, but not with those of other scripts. */
export const KATAKANA = 4;
export const HANGUL = 5;

const UNKNOWN = 255;
const FIRST_OF_PAIRS = 0x1_00_00;

/**
 * Chinese, Japanese and Thai do not part their words, so any name may stand between any letters: each letter counts as a
 * word, and a name of several letters as one of several words. Katakana writes foreign words in one run, so it is left
 * whole; so is Hangul, which has spaces, though its particles hang on to names: those in other letters end where it begins
 * ("ChatGPT는"), those in Hangul are found where they stand alone.
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

/** Looked up rather than matched: most of the time that a text takes goes into telling letters from what is between. */
const known = new Uint8Array(FIRST_OF_PAIRS).fill(UNKNOWN);

/** The class of a character by its code point. */
export function letterClass(codePoint: number): number {
  if (codePoint >= FIRST_OF_PAIRS) return classify(String.fromCodePoint(codePoint));
  const found = known[codePoint] ?? BETWEEN;
  if (found !== UNKNOWN) return found;
  return (known[codePoint] = classify(String.fromCharCode(codePoint)));
}
