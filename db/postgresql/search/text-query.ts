/** Words of texts as the index compares them, and search expressions in the syntax of `to_tsquery`. */
import { foldWord, isUnspaced, UNSPACED_LETTER } from "#shared/search/words.ts";

import type { Match } from "../../search/ranked-search.ts";

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
/** Maximum number of compared letters. The server skips words of more than 2047 bytes. */
const MAX_CHARS = 250;

/** Iterates over the words of a text. "½" has two. */
export function* wordsOf(text: string): Generator<TextWord> {
  for (const { 0: whole, index: start } of text.matchAll(isUnspaced(text) ? WORDS_AND_LETTERS : WORDS)) {
    for (const word of foldWord(whole).match(WORDS) ?? [])
      yield { start, end: start + whole.length, word: word.slice(0, MAX_CHARS) };
  }
}

/** Joins words to a text that a server splits in the same way in every locale. */
export const joinWords = (words: Iterable<TextWord>): string =>
  Array.from(words, ({ word }) => word).join(" ");

/** Expression that matches no doc, for a query without words. */
const NO_MATCH = "'/nothing'";

const toPhrase = (text: string, label = ""): Match => {
  const words = Array.from(wordsOf(text), ({ word }) => `'${word}'${label}`);
  return words.length === 0 ? NO_MATCH : words.join(FOLLOWED_BY);
};

const FOLLOWED_BY = " <-> ";

export const phrase = (text: string): Match => toPhrase(text);

export function beginning(text: string): Match {
  const found = phrase(text);
  return found === NO_MATCH ? NO_MATCH : `${found}:*`;
}

export const inPeople = (name: string): Match => toPhrase(name, ":B");

/** Returns a facet in a form that the server's parser reads as one word, a path. Words of texts contain no slash. */
export const facetPath = (facet: string): string => `/${facet}`;

export const anyFacet = (facets: readonly string[]): Match =>
  `(${facets.map((facet) => `'${facetPath(facet)}'`).join(" | ")})`;

export const allOf = (matches: readonly Match[]): Match => matches.map((match) => `(${match})`).join(" & ");
export const anyOf = (matches: readonly Match[]): Match => matches.map((match) => `(${match})`).join(" | ");

export const except = (match: Match, excluded: readonly Match[]): Match =>
  `(${match}) & !(${anyOf(excluded)})`;

/** Returns an expression that matches any of the words, phrases and prefixes. */
export const anyWordOf = (matches: readonly Match[]): Match =>
  matches.join(" | ").replaceAll(FOLLOWED_BY, " | ");

/** Returns the words of a phrase or prefix. */
export const wordsOfPhrase = (match: Match): string[] =>
  Array.from(match.matchAll(/'([^']*)'/gu), ([, word = ""]) => word);
