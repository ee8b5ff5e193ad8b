import type { CountOf } from "#shared/mentions/mentions.ts";

import { listedAmbiguity } from "./ambiguous-names.ts";
import { parseName, type ParsedName } from "./names.ts";

/** Number of occurrences from which the team's own texts decide about a word. Below it, a list does. */
const ENOUGH_SEEN = 5;
/** A word written in lower case more often than this is an ordinary word. */
const MOST_LOWER = 0.1;
/** Names of several words are sometimes written in lower case in a hurry. Only mostly lowercase ones are phrases. */
const MOST_LOWER_OF_SEVERAL = 0.5;
const ENOUGH_ANSWERS = 4;
const MOST_WRONG = 0.5;
/** Shorter names may be symbols, units or initials. In scripts without capitals, two characters are enough. */
const SHORTEST = 3;
const SHORTEST_WITHOUT_CAPITALS = 2;
/** Capital inside a word, as in ChatGPT, which no ordinary word has. Its lowercase spellings are haste. */
const COINED = /\p{Ll}.*\p{Lu}/u;

/** True if a name is also an everyday word, a person's name or a symbol. */
export function isAmbiguous(name: string, countOf: CountOf): boolean {
  const parsed = parseName({ name });
  return parsed !== null && isAmbiguousName(parsed, countOf);
}

/** True if people rejected more than half of a name's links, so that only people can create them. */
export function isPersonsOnly(name: string, countOf: CountOf): boolean {
  const parsed = parseName({ name });
  return parsed !== null && isForPersonsOnly(parsed, countOf);
}

export function isForPersonsOnly({ folded }: ParsedName<unknown>, countOf: CountOf): boolean {
  const { right, wrong } = countOf(folded) ?? { right: 0, wrong: 0 };
  return right + wrong >= ENOUGH_ANSWERS && wrong / (right + wrong) > MOST_WRONG;
}

/** True if the team's texts have more evidence on a name than the list. */
export const isSeenEnough = ({ folded }: ParsedName<unknown>, countOf: CountOf): boolean =>
  (countOf(folded)?.seen ?? 0) >= ENOUGH_SEEN;

export function isAmbiguousName(name: ParsedName<unknown>, countOf: CountOf): boolean {
  if (hasSymbols(name)) return false;
  const { folded, spelled, words } = name;
  const listed = listedAmbiguity(folded);
  const isListed = listed !== "none" && listed !== "famous";
  const [word = ""] = spelled;
  const isSingle = words.length === 1;
  // People's names have capitals, so counts can't distinguish them from tools.
  if (listed === "person" || (isSingle && isShort(word))) return true;
  if (!isMeaningful(name, countOf)) return isListed;
  const { seen, lower } = countOf(folded) ?? { seen: 1, lower: 0 };
  return isSingle ? lower / seen > MOST_LOWER : isListed || lower / seen > MOST_LOWER_OF_SEVERAL;
}

/**
 * True if a name's share of lowercase spellings is evidence. It isn't if its official spelling is lowercase, as for
 * pandas. Then the list decides, followed by people's answers.
 */
const isMeaningful = (name: ParsedName<unknown>, countOf: CountOf): boolean =>
  isSeenEnough(name, countOf) &&
  name.spelled.some((word) => word !== word.toLowerCase()) &&
  !name.spelled.some((word) => COINED.test(word));

/** True for names such as C++ and .NET, which are unambiguous, however short their word is. */
export const hasSymbols = ({ head, tail }: ParsedName<unknown>): boolean => head !== "" || tail !== "";

function isShort(word: string): boolean {
  const hasCase = word.toLowerCase() !== word.toUpperCase();
  return word.length < (hasCase ? SHORTEST : SHORTEST_WITHOUT_CAPITALS) || !/\p{L}/u.test(word);
}
