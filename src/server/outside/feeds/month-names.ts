import { lazy } from "#shared/kernel/lazy.ts";

/** The languages whose months are read by name. In Finnish "mar" begins November, so it is not among them. */
const LANGUAGES = "en de de-AT fr es pt it nl pl ru uk tr sv da nb cs hu".split(" ");

/** What Intl does not say and people write. */
const MORE_NAMES: readonly [name: string, month: number][] = [
  ["sept", 9],
  ["mrz", 3],
  ["mrt", 3],
  ["janv", 1],
  ["fevr", 2],
  ["avr", 4],
  ["juil", 7],
];

/** A word as months are compared: lower case, without diacritics, dots and apostrophes. */
const foldWord = (word: string): string =>
  word
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/[\p{M}.'’]/gu, "")
    .replaceAll("ı", "i")
    .replaceAll("ł", "l");

/** Beginnings of month names, each with its month; null where they begin several. */
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

/** Month names in every language: long and short, alone and within a date, where some languages inflect them. */
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

/** The month, from 1, that a word names in one of the larger languages, written out or cut short. */
export const monthNamed = (word: string): number | null => months().get(foldWord(word)) ?? null;
