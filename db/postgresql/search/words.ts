/** The words of texts as the index has them, which SQLite's `porter unicode61` would find as the same. */
import { porterStem } from "../../search/porter-stem.ts";

/** A word of a text, and what it is to the index: without case, accents and endings. */
export interface TextWord {
  start: number;
  end: number;
  stem: string;
}

const WORDS = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;
/** Of those that are compared, no two have so many letters alike; the server takes no longer ones. */
const LONGEST_STEM = 250;

/** The words of a text one after the other. */
export function* wordsOf(text: string): Generator<TextWord> {
  for (const { 0: word, index: start } of text.matchAll(WORDS)) {
    for (const stem of stemsOf(word)) yield { start, end: start + word.length, stem };
  }
}

/** What was stemmed last: most words of a text are among the commonest. */
const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 20_000;
const LONGEST_KNOWN = 32;

/** Mostly one; "½" is two. */
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
/** "й" and "ё" are letters of their own, "é" is an e. */
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
