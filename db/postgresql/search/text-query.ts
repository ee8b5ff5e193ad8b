/** What is looked for, as a `tsquery`. */
import type { Match } from "../../search/word-index.ts";
import { facetLexeme } from "./text-vector.ts";
import { wordsOf } from "./words.ts";

/** What no doc has: a text without words is nowhere. */
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

/** A word of a phrase that was made here. */
export interface PhraseWord {
  stem: string;
  isBeginning: boolean;
}

/** The words of a phrase or a beginning. */
export const readPhrase = (match: Match): PhraseWord[] =>
  match === NOTHING
    ? []
    : match.split(" <-> ").map((word) => ({
        stem: word.slice(1, word.lastIndexOf("'")),
        isBeginning: word.endsWith(":*"),
      }));
