import { isLegalForm } from "#shared/texts/names.ts";

const PARTICLES: ReadonlySet<string> = new Set(
  "van von der den de del della di da do dos das du la le el al bin ibn ter ten zu zur af av y".split(" "),
);
const SUFFIX = /^(?:jr|sr|junior|senior|ii|iii|iv|ph\.?\s?d|m\.?d|d\.?phil|esq)\.?$/iu;
/** True for a legal form after the comma in a company's name. Two capital letters are initials: "Smith, AB". */
const isCompany = (part: string): boolean => isLegalForm(part) && !/^\p{Lu}{2}$/u.test(part);
const INITIALS = /^\p{Lu}{1,3}$|^\p{Lu}\.$|^(?:\p{Lu}\.-?)+$/u;
/** Initials that are no organization's acronym. */
const CLEAR_INITIALS = /^\p{Lu}$|^(?:\p{Lu}\.-?)+$/u;
const INITIALS_OR_NAME = /^(?:\p{Lu}[\p{L}\p{M}'’.-]*|\p{Lu}\.?)$/u;

/** Years of birth and death, as library catalogues write them: "Lovelace, Ada, 1815-1852." */
const LIFE_DATES = /[,([]\s*(?:(?:ca?|b|fl)\.?\s*)?\d{3,4}\??\s*[-–]\s*(?:\d{3,4}\??)?[)\]]?\.?$/u;

const wordsOf = (text: string): string[] => text.split(/\s+/u).filter((word) => word !== "");

/**
 * Returns a person's name with the first name first: "Ana Li" for "Li, Ana". Set `isSingle` if the text is one
 * person's name. Otherwise, lists of names and company names are unchanged.
 */
export function firstNameFirst(name: string, { isSingle = false } = {}): string {
  const parts = name
    .replace(LIFE_DATES, "")
    .split(",")
    .map((part) => part.trim().replaceAll(/\s+/gu, " "))
    .filter((part) => part !== "");
  const [last = "", second = "", ...more] = parts;
  if (second === "" || isCompany(second) || more.length > 1) return parts.join(", ");
  if (SUFFIX.test(second))
    return more.length === 0 ? `${last} ${second}` : `${more.join(" ")} ${last} ${second}`;
  const [suffix] = more;
  if (suffix !== undefined && !SUFFIX.test(suffix)) return parts.join(", ");
  if (!isSingle && !areLastAndFirst(last, second)) return parts.join(", ");
  return [second, last, suffix].filter((part) => part !== undefined).join(" ");
}

/**
 * Splits a list of names at semicolons. Also splits "Li, Ana and Ray, Bo" and "Li, Ana, Ray, Bo", in which each name
 * has its last name first. Leaves other lists whole.
 */
export function splitNames(text: string): string[] {
  return text.split(";").flatMap((list) => {
    const pairs = pairsIn(list);
    return pairs.length > 1 ? pairs.map((pair) => pair.join(", ")) : [list];
  });
}

/** Returns the pairs of last and first names that a list may consist of. */
function pairsIn(list: string): (readonly [last: string, first: string])[] {
  const spaced = list.replaceAll(/\s+/gu, " ");
  const parts = spaced
    .split(/, (?:and|&) |,| (?:and|&) /u)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const pairs = parts.flatMap((last, index) =>
    index % 2 === 0 ? [[last, parts[index + 1] ?? ""] as const] : [],
  );
  // A list such as "Google, OpenAI, Meta and Mistral" ends in a whole name.
  const endsInName = CONJUNCTION.test(spaced.slice(spaced.lastIndexOf(",") + 1));
  return !endsInName && pairs.every(([last, first]) => isLastNameFirst(last, first)) ? pairs : [];
}

const CONJUNCTION = /\s(?:and|&)\s/u;

/** True if a list may contain last and first names, or single names: "Plato, Aristotle". */
export const isAmbiguousList = (text: string): boolean =>
  !text.includes(";") &&
  !CONJUNCTION.test(text) &&
  pairsIn(text).length > 0 &&
  pairsIn(text).every(([, first]) => !wordsOf(first).some((word) => CLEAR_INITIALS.test(word)));

/** True if a list clearly has last names first: "Li, Ana; Ray, Bo" or "Knuth, Donald E.". */
export const hasLastNamesFirst = (text: string): boolean =>
  (text.includes(";") || pairsIn(text).length > 0) && !isAmbiguousList(text);

const hasInitials = (first: string): boolean => wordsOf(first).some((word) => INITIALS.test(word));

const isLastNameFirst = (last: string, first: string): boolean =>
  ![last, first].some((part) => SUFFIX.test(part) || isCompany(part)) && areLastAndFirst(last, first);

/** True if the parts are probably a last and a first name, rather than two full names. */
function areLastAndFirst(last: string, first: string): boolean {
  const lastNames = wordsOf(last).filter((word) => !PARTICLES.has(word.toLowerCase()));
  const firstWords = wordsOf(first);
  const givenNames = firstWords.filter((word) => !PARTICLES.has(word.toLowerCase()));
  if (lastNames.length === 0 || givenNames.length === 0 || firstWords.length > 3) return false;
  // If the first part has initials, as in "Smith J, Doe A" and "A. Li, B. Ray", each part is a whole name.
  if (lastNames.length > 1 && lastNames.some((word) => INITIALS.test(word))) return false;
  return (
    givenNames.every((word) => INITIALS_OR_NAME.test(word)) &&
    (lastNames.length === 1 || (lastNames.length === 2 && (hasInitials(first) || firstWords.length === 1)))
  );
}
