/**
 * The Porter stemmer for English words (https://tartarus.org/martin/PorterStemmer) with its author's later changes, as
 * in SQLite's full-text index. Expects lower case.
 */
export function porterStem(word: string): string {
  if (word.length < SHORTEST || word.length > LONGEST) return word;
  let stem = removePlural(word);
  stem = removePast(stem);
  if (stem.endsWith("y") && hasVowel(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`;
  stem = replaceSuffix(stem, DOUBLE_SUFFIXES, 1);
  stem = replaceSuffix(stem, SUFFIXES, 1);
  stem = replaceSuffix(stem, LAST_SUFFIXES, 2);
  stem = removeE(stem);
  return stem.endsWith("ll") && measure(stem) > 1 ? stem.slice(0, -1) : stem;
}

const SHORTEST = 3;
const LONGEST = 64;

/** True if the letter at an index is a vowel. A y after a consonant is a vowel. */
function isVowel(word: string, at: number): boolean {
  const letter = word.charAt(at);
  if (letter === "y") return at > 0 && !isVowel(word, at - 1);
  return letter !== "" && "aeiou".includes(letter);
}

function hasVowel(word: string): boolean {
  for (let at = 0; at < word.length; at += 1) if (isVowel(word, at)) return true;
  return false;
}

/** Counts the vowel sequences that are followed by consonants. */
function measure(word: string): number {
  let count = 0;
  for (let at = 1; at < word.length; at += 1) if (isVowel(word, at - 1) && !isVowel(word, at)) count += 1;
  return count;
}

/** True if the word ends in consonant, vowel, consonant, as "hop" does. The last must not be w, x or y. */
function endsShort(word: string): boolean {
  const last = word.length - 1;
  return (
    last >= 2 &&
    !isVowel(word, last) &&
    isVowel(word, last - 1) &&
    !isVowel(word, last - 2) &&
    !/[wxy]$/u.test(word)
  );
}

function removePlural(word: string): string {
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  return word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

function removePast(word: string): string {
  if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const stem = /^(?<stem>.*)(?:ed|ing)$/u.exec(word)?.groups?.["stem"];
  if (stem === undefined || !hasVowel(stem)) return word;
  if (/(?:at|bl|iz)$/u.test(stem)) return `${stem}e`;
  if (/(?<letter>[^aeioulsz])\k<letter>$/u.test(stem) && !isVowel(stem, stem.length - 1))
    return stem.slice(0, -1);
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem;
}

function removeE(word: string): string {
  if (!word.endsWith("e")) return word;
  const stem = word.slice(0, -1);
  const length = measure(stem);
  return length > 1 || (length === 1 && !endsShort(stem)) ? stem : word;
}

/** Suffixes and their replacements. */
type Replacements = readonly (readonly [suffix: string, replacement: string])[];

/** Replaces the first matching suffix if the rest of the word is long enough. */
function replaceSuffix(word: string, replacements: Replacements, least: number): string {
  const found = replacements.find(([suffix]) => word.endsWith(suffix));
  if (!found) return word;
  const [suffix, replacement] = found;
  const stem = word.slice(0, -suffix.length);
  if (measure(stem) < least || (suffix === "ion" && !/[st]$/u.test(stem))) return word;
  return stem + replacement;
}

const DOUBLE_SUFFIXES: Replacements = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["logi", "log"],
  ["bli", "ble"],
  ["alli", "al"],
  ["entli", "ent"],
  ["eli", "e"],
  ["ousli", "ous"],
  ["ization", "ize"],
  ["ation", "ate"],
  ["ator", "ate"],
  ["alism", "al"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["biliti", "ble"],
];

const SUFFIXES: Replacements = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ful", ""],
  ["ness", ""],
];

const LAST_SUFFIXES: Replacements = [
  ["al", ""],
  ["ance", ""],
  ["ence", ""],
  ["er", ""],
  ["ic", ""],
  ["able", ""],
  ["ible", ""],
  ["ant", ""],
  ["ement", ""],
  ["ment", ""],
  ["ent", ""],
  ["ion", ""],
  ["ou", ""],
  ["ism", ""],
  ["ate", ""],
  ["iti", ""],
  ["ous", ""],
  ["ive", ""],
  ["ize", ""],
];
