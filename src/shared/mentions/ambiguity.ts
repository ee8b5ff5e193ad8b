import { listedAmbiguity } from "./ambiguous-names.ts";
import type { CountOf } from "./mentions.ts";
import { parseName, type ParsedName } from "./names.ts";

/** From so many occurrences on the team's own texts say what a word is; before, a list does. */
const ENOUGH_SEEN = 5;
/** A word that is written small more often than this is a word of the language. */
const MOST_LOWER = 0.1;
/** Names of several words are written small by people in a hurry, too: only mostly small are they phrases. */
const MOST_LOWER_OF_SEVERAL = 0.5;
const ENOUGH_ANSWERS = 4;
const MOST_WRONG = 0.5;
/** What is shorter is a symbol, a unit or initials, too; of letters without capitals two are long enough. */
const SHORTEST = 3;
const SHORTEST_WITHOUT_CAPITALS = 2;
/** A capital inside a word, as in ChatGPT, which no word of the language has: small letters are haste there. */
const COINED = /\p{Ll}.*\p{Lu}/u;

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

/** True when the team's texts say more about a name than a list. */
export const isSeenEnough = ({ folded }: ParsedName<unknown>, countOf: CountOf): boolean =>
  (countOf(folded)?.seen ?? 0) >= ENOUGH_SEEN;

export function isAmbiguousName(name: ParsedName<unknown>, countOf: CountOf): boolean {
  if (hasSymbols(name)) return false;
  const { folded, spelled, words } = name;
  const listed = listedAmbiguity(folded);
  const isListed = listed !== "none" && listed !== "famous";
  const [word = ""] = spelled;
  const isSingle = words.length === 1;
  // People have capitals, so no count tells them from tools.
  if (listed === "person" || (isSingle && isShort(word))) return true;
  if (!saysSomething(name, countOf)) return isListed;
  const { seen, lower } = countOf(folded) ?? { seen: 1, lower: 0 };
  return isSingle ? lower / seen > MOST_LOWER : isListed || lower / seen > MOST_LOWER_OF_SEVERAL;
}

/**
 * True when it matters how often a name is written small. Where its maker writes it small, as pandas, it is right where it is
 * small; so the list tells whether that is an everyday word, and then people do.
 */
const saysSomething = (name: ParsedName<unknown>, countOf: CountOf): boolean =>
  isSeenEnough(name, countOf) &&
  name.spelled.some((word) => word !== word.toLowerCase()) &&
  !name.spelled.some((word) => COINED.test(word));

/** C++ and .NET mean nothing else, however short the word in them is. */
export const hasSymbols = ({ head, tail }: ParsedName<unknown>): boolean => head !== "" || tail !== "";

function isShort(word: string): boolean {
  const hasCase = word.toLowerCase() !== word.toUpperCase();
  return word.length < (hasCase ? SHORTEST : SHORTEST_WITHOUT_CAPITALS) || !/\p{L}/u.test(word);
}
