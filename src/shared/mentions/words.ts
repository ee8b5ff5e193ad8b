import { MAX_SCANNED_LENGTH } from "./mentions.ts";

/** Words of a text, with their positions in the original text. */
export interface TextWords {
  text: string;
  /** Words in lower case and NFKC form, like the names to compare with. */
  folded: string[];
  starts: number[];
  ends: number[];
}

const FIRST_BEYOND_ASCII = 0x80;
const FIRST_SURROGATE_PAIR = 0x1_00_00;
/**
 * Maximum length of a word, in characters. A truncated text is extended to the end of its last word. No name has a
 * longer word.
 */
const MAX_WORD_LENGTH = 200;

/** Normalizes a word for comparison. */
export const fold = (word: string): string => word.normalize("NFKC").toLowerCase();

/** Splits a text into words: runs of letters and digits. */
export function readWords(text: string, most = MAX_SCANNED_LENGTH): TextWords {
  const words: TextWords = { text, folded: [], starts: [], ends: [] };
  const lower = text.toLowerCase();
  // Some capitals have two lowercase letters, which would shift the positions.
  const lowerOfAscii = lower.length === text.length ? lower : null;
  const end = Math.min(text.length, most + MAX_WORD_LENGTH);
  for (let at = 0; at < most && at < end;) {
    const begin = text.codePointAt(at) ?? 0;
    const kind = letterClass(begin);
    const start = at;
    at += countUnits(begin);
    if (kind === SEPARATOR || kind === DIACRITIC) continue;
    let isAscii = begin < FIRST_BEYOND_ASCII;
    for (let code = text.codePointAt(at); at < end && code !== undefined; code = text.codePointAt(at)) {
      const next = letterClass(code);
      if (next !== DIACRITIC && (next !== kind || kind === SINGLE_LETTER)) break;
      if (code >= FIRST_BEYOND_ASCII) isAscii = false;
      at += countUnits(code);
    }
    words.starts.push(start);
    words.ends.push(at);
    words.folded.push(
      isAscii && lowerOfAscii !== null ? lowerOfAscii.slice(start, at) : fold(text.slice(start, at)),
    );
  }
  return words;
}

const countUnits = (codePoint: number): number => (codePoint < FIRST_SURROGATE_PAIR ? 1 : 2);

export const spelledAt = ({ text, starts, ends }: TextWords, index: number): string =>
  text.slice(starts[index], ends[index]).normalize("NFKC");

/** True for words in lower case only. Letters without case are ignored. */
export const isLowerCase = (spelled: string): boolean =>
  spelled === spelled.toLowerCase() && spelled !== spelled.toUpperCase();

/** Splits a name or text into words, as spelled. */
export function splitWords(text: string): string[] {
  const words = readWords(text);
  return words.folded.map((_, index) => spelledAt(words, index));
}

/** True if these lowercase words occur consecutively. */
export function hasWords(folded: readonly string[], words: readonly string[]): boolean {
  const [first] = words;
  if (first === undefined) return false;
  for (let index = folded.indexOf(first); index >= 0; index = folded.indexOf(first, index + 1)) {
    if (words.every((word, offset) => folded[index + offset] === word)) return true;
  }
  return false;
}

/** Classes of characters within a text's words. */
const SEPARATOR = 0;
/** Letter or digit: consecutive ones form a word. */
const IN_WORD = 1;
/** Accent or vowel sign, which belongs to the preceding word. */
const DIACRITIC = 2;
/** Letter of a script without spaces: a word by itself. */
const SINGLE_LETTER = 3;
/** Letters that form words with each other, but not with other scripts. */
const KATAKANA = 4;
const HANGUL = 5;

const UNCLASSIFIED = 255;

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
  if (!/[\p{L}\p{N}]/u.test(character)) return SEPARATOR;
  if (UNSPACED.test(character)) return SINGLE_LETTER;
  if (/\p{Script_Extensions=Katakana}/u.test(character)) return KATAKANA;
  return /\p{Script=Hangul}/u.test(character) ? HANGUL : IN_WORD;
}

/** A lookup table, because classifying characters with patterns would take most of the time. */
const letterClasses = new Uint8Array(FIRST_SURROGATE_PAIR).fill(UNCLASSIFIED);

/** Returns the class of a character by its code point. */
function letterClass(codePoint: number): number {
  if (codePoint >= FIRST_SURROGATE_PAIR) return classify(String.fromCodePoint(codePoint));
  const cachedClass = letterClasses[codePoint] ?? SEPARATOR;
  if (cachedClass !== UNCLASSIFIED) return cachedClass;
  return (letterClasses[codePoint] = classify(String.fromCharCode(codePoint)));
}
