/** Search expressions in the syntax of `to_tsquery`. */
import type { Match } from "../../search/ranked-search.ts";
import { wordsOf } from "./words.ts";

/** Matches no doc, for a query without words. */
const NOTHING = "'/nothing'";

const toPhrase = (text: string, label = ""): Match => {
  const words = Array.from(wordsOf(text), ({ word }) => `'${word}'${label}`);
  return words.length === 0 ? NOTHING : words.join(FOLLOWED_BY);
};

const FOLLOWED_BY = " <-> ";

export const phrase = (text: string): Match => toPhrase(text);

export function beginning(text: string): Match {
  const found = phrase(text);
  return found === NOTHING ? NOTHING : `${found}:*`;
}

export const inPeople = (name: string): Match => toPhrase(name, ":B");

/** Returns a facet as the server's parser takes it for a word, as a path. Words of texts contain no slash. */
export const facetPath = (facet: string): string => `/${facet}`;

export const anyFacet = (facets: readonly string[]): Match =>
  `(${facets.map((facet) => `'${facetPath(facet)}'`).join(" | ")})`;

export const allOf = (matches: readonly Match[]): Match => matches.map((match) => `(${match})`).join(" & ");
export const anyOf = (matches: readonly Match[]): Match => matches.map((match) => `(${match})`).join(" | ");

export const except = (match: Match, excluded: readonly Match[]): Match =>
  `(${match}) & !(${anyOf(excluded)})`;

/** Matches any word of words, phrases and prefixes. */
export const anyWordOf = (matches: readonly Match[]): Match =>
  matches.join(" | ").replaceAll(FOLLOWED_BY, " | ");

/** Returns the words of a phrase or prefix. */
export const wordsOfPhrase = (match: Match): string[] =>
  Array.from(match.matchAll(/'([^']*)'/gu), ([, word = ""]) => word);
