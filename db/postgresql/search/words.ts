/** Words of texts as in the index. They match SQLite's `porter unicode61`. */
import { porterStem } from "../../search/porter-stem.ts";

/** Word of a text with its indexed form, without case, accents and endings. */
export interface TextWord {
  start: number;
  end: number;
  stem: string;
}

const WORDS = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;
/** Maximum length of a stem, within the server's limit. No two compared words share this many letters. */
const LONGEST_STEM = 250;

/** Iterates over the words of a text. */
export function* wordsOf(text: string): Generator<TextWord> {
  for (const { 0: word, index: start } of text.matchAll(WORDS)) {
    for (const stem of stemsOf(word)) yield { start, end: start + word.length, stem };
  }
}

/** Cache of recent stems, because most words of a text are common ones. */
const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 20_000;
const LONGEST_KNOWN = 32;

/** Returns the stems of a word, usually one. "½" has two. */
function stemsOf(word: string): readonly string[] {
  const before = known.get(word);
  if (before) return before;
  const stems = (fold(word).match(WORDS) ?? []).map((folded) => porterStem(folded).slice(0, LONGEST_STEM));
  if (word.length > LONGEST_KNOWN) return stems;
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(word, stems);
  return stems;
}

const ACCENTS = /[\u0300-\u036f]/gu;
/** Matches accents to remove. "й" and "ё" are letters of their own, but "é" is an e. */
const ACCENTS_OF_LETTERS = /(?<=[\p{Script=Latin}\p{Script=Greek}][\u0300-\u036f]*)[\u0300-\u036f]/gu;

const fold = (word: string): string =>
  /[^\p{ASCII}]/u.test(word)
    ? word
        .normalize("NFKD")
        .replaceAll(ACCENTS_OF_LETTERS, "")
        .normalize("NFC")
        .replaceAll(ACCENTS, "")
        .toLowerCase()
        .replaceAll("ς", "σ")
    : word.toLowerCase();
