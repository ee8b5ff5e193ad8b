import { findAmbiguity } from "./ambiguous-names.ts";
import type { CountOf } from "./mentions.ts";
import { parseName, type ParsedName } from "./names.ts";

/** From so many occurrences on the team's own texts say what a word is; before, a list does. */
const ENOUGH_SEEN = 5;
/** A word that is written small more often than this is a word of the language. */
const MOST_LOWER = 0.1;
const ENOUGH_ANSWERS = 4;
const MOST_WRONG = 0.5;
/** Of one or two letters there are symbols, units and initials; of letters without capitals a single one. */
const SHORTEST = 3;
const SHORTEST_WITHOUT_CAPITALS = 2;

/** True when a name is an everyday word, a person's name or a symbol as well. */
export function isAmbiguous(name: string, countOf: CountOf): boolean {
  const parsed = parseName({ name });
  return parsed !== null && isAmbiguousName(parsed, countOf);
}

/** True when people rejected more than half of the links that a name made, so that only people make them. */
export function isPersonsOnly(name: string, countOf: CountOf): boolean {
  const parsed = parseName({ name });
  return parsed !== null && isForPersonsOnly(parsed, countOf);
}

export function isForPersonsOnly({ folded }: ParsedName<unknown>, countOf: CountOf): boolean {
  const { right, wrong } = countOf(folded) ?? { right: 0, wrong: 0 };
  return right + wrong >= ENOUGH_ANSWERS && wrong / (right + wrong) > MOST_WRONG;
}

export function isAmbiguousName(name: ParsedName<unknown>, countOf: CountOf): boolean {
  const { folded, spelled, words } = name;
  if (hasMarks(name)) return false;
  const listed = findAmbiguity(folded);
  const isListed = listed !== "none" && listed !== "famous";
  const [word = ""] = spelled;
  if (words.length > 1) return isListed;
  if (isShort(word) || listed === "person") return true;
  const { seen, lower } = countOf(folded) ?? { seen: 0, lower: 0 };
  // Written small by its maker, it is right where it is small: that says nothing, so the list has the word.
  if (seen < ENOUGH_SEEN || !hasCapitals(word)) return isListed;
  return lower / seen > MOST_LOWER;
}

/** C++ and .NET mean nothing else, however short the word in them is. */
export const hasMarks = ({ head, tail }: ParsedName<unknown>): boolean => head !== "" || tail !== "";

function isShort(word: string): boolean {
  const letters = word.match(/\p{L}/gu)?.length ?? 0;
  const hasCase = word.toLowerCase() !== word.toUpperCase();
  return letters < (hasCase || letters === 0 ? SHORTEST : SHORTEST_WITHOUT_CAPITALS);
}

const hasCapitals = (word: string): boolean => word !== word.toLowerCase();
