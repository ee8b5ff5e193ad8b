/** Words of texts as the index compares them. The server removes their endings. */
import { foldWord, isUnspaced, UNSPACED_LETTER } from "#shared/search/words.ts";

/** Name of the server's configuration, which migration 0031 creates. */
export const CONFIGURATION = "stackloop";

/** Word of a text in lower case and without accents. */
export interface TextWord {
  start: number;
  end: number;
  word: string;
}

const WORDS = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;
const WORDS_AND_LETTERS = new RegExp(
  String.raw`${UNSPACED_LETTER}|(?:(?!${UNSPACED_LETTER})[\p{L}\p{N}\p{M}\p{Co}])+`,
  "gu",
);
/** Letters that are compared. The server skips words of more than 2047 bytes. */
const MAX_CHARS = 250;

/** Iterates over the words of a text. "½" has two. */
export function* wordsOf(text: string): Generator<TextWord> {
  for (const { 0: whole, index: start } of text.matchAll(isUnspaced(text) ? WORDS_AND_LETTERS : WORDS)) {
    for (const word of foldWord(whole).match(WORDS) ?? [])
      yield { start, end: start + whole.length, word: word.slice(0, MAX_CHARS) };
  }
}

/** Joins words to a text that every locale of a server splits in the same way. */
export const joinWords = (words: Iterable<TextWord>): string =>
  Array.from(words, ({ word }) => word).join(" ");
