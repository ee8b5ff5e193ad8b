/** Search queries as a `tsquery`. */
import type { Match } from "../../search/word-index.ts";
import { facetLexeme } from "./text-vector.ts";
import { wordsOf } from "./words.ts";

/** Matches no doc, for a query without words. */
const NOTHING = "'#'";

const toPhrase = (text: string, label = ""): Match => {
  const stems = Array.from(wordsOf(text), ({ stem }) => `'${stem}'${label}`);
  return stems.length === 0 ? NOTHING : stems.join(" <-> ");
};

export const phrase = (text: string): Match => toPhrase(text);

export function beginning(text: string): Match {
  const found = phrase(text);
  return found === NOTHING ? NOTHING : `${found}:*`;
}

export const inPeople = (name: string): Match => toPhrase(name, ":B");

export const anyFacet = (facets: readonly string[]): Match =>
  `(${facets.map((facet) => `'${facetLexeme(facet)}'`).join(" | ")})`;

export const allOf = (matches: readonly Match[]): Match => matches.map((match) => `(${match})`).join(" & ");
export const anyOf = (matches: readonly Match[]): Match => matches.map((match) => `(${match})`).join(" | ");

export const except = (match: Match, excluded: readonly Match[]): Match =>
  `(${match}) & !(${anyOf(excluded)})`;

/** Word of a phrase built here. */
export interface PhraseWord {
  stem: string;
  isBeginning: boolean;
}

/** Returns the words of a phrase or prefix. */
export const readPhrase = (match: Match): PhraseWord[] =>
  match === NOTHING
    ? []
    : match.split(" <-> ").map((word) => ({
        stem: word.slice(1, word.lastIndexOf("'")),
        isBeginning: word.endsWith(":*"),
      }));
