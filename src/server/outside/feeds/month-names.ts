import { lazy } from "#shared/kernel/lazy.ts";

/** Languages whose month names are parsed. Excludes Finnish, where "mar" begins November. */
const LANGUAGES = "en de de-AT fr es pt it nl pl ru uk tr sv da nb cs hu".split(" ");

/** Month names in use that Intl lacks. */
const MORE_NAMES: readonly [name: string, month: number][] = [
  ["sept", 9],
  ["mrz", 3],
  ["mrt", 3],
  ["janv", 1],
  ["fevr", 2],
  ["avr", 4],
  ["juil", 7],
];

/** Normalizes a month's name: lower case, without diacritics, dots and apostrophes. */
const foldWord = (word: string): string =>
  word
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/[\p{M}.'’]/gu, "")
    .replaceAll("ı", "i")
    .replaceAll("ł", "l");

/** Prefixes of month names, each with its month. Null if ambiguous. */
const months = lazy((): ReadonlyMap<string, number | null> => {
  const named = new Map<string, number | null>();
  for (const [name, month] of [...namesOfLanguages(), ...MORE_NAMES]) {
    const folded = foldWord(name);
    for (let length = Math.min(3, folded.length); length <= folded.length; length += 1) {
      const start = folded.slice(0, length);
      const known = named.get(start);
      named.set(start, known === undefined || known === month ? month : null);
    }
  }
  return named;
});

/**
 * Returns month names in every language: long and short, standalone and inside a date, where some languages inflect
 * them.
 */
function namesOfLanguages(): [name: string, month: number][] {
  const styles = (["long", "short"] as const).flatMap((month) => [
    { month },
    { month, day: "numeric" } as const,
  ]);
  return LANGUAGES.flatMap((language) =>
    styles.flatMap((style) => {
      const format = new Intl.DateTimeFormat(language, { ...style, timeZone: "UTC" });
      return Array.from({ length: 12 }, (_, index): [string, number] => {
        const parts = format.formatToParts(Date.UTC(2026, index, 1));
        return [parts.find(({ type }) => type === "month")?.value ?? "", index + 1];
      }).filter(([name]) => /^\p{L}{3}/u.test(name));
    }),
  );
}

/** Returns the month, from 1, of a full or abbreviated name in one of the larger languages. */
export const monthNamed = (word: string): number | null => months().get(foldWord(word)) ?? null;
