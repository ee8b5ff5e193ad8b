/** Words of texts as the index compares them. The server removes their endings. */

/** Name of the server's configuration, which migration 0031 creates. */
export const CONFIGURATION = "stackloop";

/** Word of a text in lower case and without accents. */
export interface TextWord {
  start: number;
  end: number;
  word: string;
}

const WORDS = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;
/** Letters that are compared. The server skips words of more than 2047 bytes. */
const MAX_CHARS = 250;

/** Iterates over the words of a text. "½" has two. */
export function* wordsOf(text: string): Generator<TextWord> {
  for (const { 0: whole, index: start } of text.matchAll(WORDS)) {
    for (const word of fold(whole).match(WORDS) ?? [])
      yield { start, end: start + whole.length, word: word.slice(0, MAX_CHARS) };
  }
}

/** Joins words to a text that every locale of a server splits in the same way. */
export const joinWords = (words: Iterable<TextWord>): string =>
  Array.from(words, ({ word }) => word).join(" ");

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
