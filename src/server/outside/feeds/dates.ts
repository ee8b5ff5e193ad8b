import { lazy } from "#shared/kernel/lazy.ts";

import { zoneMinutes } from "./time-zones.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const MIN_TIME = Date.UTC(1970, 0, 1);
const MAX_CHARS = 80;

/** Meaning of the first number in dates such as 3/4/2026. */
export type DayOrder = "day-first" | "month-first";

interface DayOfCalendar {
  year: number;
  month: number;
  day: number;
}

/**
 * Parses a date from a source and returns it as ISO 8601 UTC, or null if that fails. A date more than a day ahead
 * becomes now, since nothing is published in the future.
 */
export function readDate(
  text: string | null | undefined,
  now: Date,
  order: DayOrder = "day-first",
): string | null {
  const trimmed = (text ?? "").trim().slice(0, MAX_CHARS);
  const time = readEpoch(trimmed) ?? readDayAndTime(trimmed, order);
  if (time === null || time < MIN_TIME) return null;
  return new Date(time > now.getTime() + DAY_MS ? now.getTime() : time).toISOString();
}

/**
 * Returns the order of numbers in a feed's dates with slashes. One number above 12 must be a day, which decides for all
 * dates. Otherwise, the language decides: only American English writes the month first.
 */
export function findDayOrder(dates: Iterable<string | undefined>, language: string | undefined): DayOrder {
  for (const date of dates) {
    const [, first, second] =
      /^\D{0,20}(\d{1,2})\/(\d{1,2})\/\d{2,4}/u.exec(date?.slice(0, MAX_CHARS) ?? "") ?? [];
    if (Number(first) > 12) return "day-first";
    if (Number(second) > 12) return "month-first";
  }
  return /^en[-_]us\b/iu.test(language ?? "") ? "month-first" : "day-first";
}

/** Parses seconds or milliseconds since 1970. */
function readEpoch(text: string): number | null {
  if (/^\d{9,10}(?:\.\d{1,9})?$/u.test(text)) return Number(text) * 1000;
  return /^\d{12,13}$/u.test(text) ? Number(text) : null;
}

const TIME =
  /(?<half>[ap]m|午前|午後|上午|下午|오전|오후)?\s*\b(?<hour>\d{1,2})(?:[:.時时시]\s?|\s?[uh:]\s?)(?<minute>\d{2})(?!\d)(?:[:.분分]\s?(?<second>\d{2}))?(?:[.,]\d{1,9})?[秒초分분]?\s*(?<late>[ap]\.?m\.?(?!\p{L}))?\s*(?<zone>(?:(?:utc|gmt)\s?)?[+-]\d{1,2}(?::?\d{2})?|z\b|[a-z]{2,4}\b)?/iu;

/** Parses a day with or without a time. Without a time zone, uses UTC rather than the server's own. */
function readDayAndTime(text: string, order: DayOrder): number | null {
  // Removes the T between day and time, and bracketed time zones at the end.
  const cleaned = text.replace(/(\d)T(?=\d{2}:?\d{2})/u, "$1 ").replace(/\([^)]*\)$/u, "");
  // Days with dots resemble times, so they are extracted first.
  const [dotted = ""] =
    /\b\d{1,2}\.\s?\d{1,2}\.\s?\d{2,4}\b|\b\d{4}\.\d{1,2}\.\d{1,2}\b/u.exec(cleaned) ?? [];
  const rest = dotted === "" ? cleaned : cleaned.replace(dotted, " ");
  const time = TIME.exec(rest);
  const day = readDay(
    dotted || (time ? `${rest.slice(0, time.index)} ${rest.slice(time.index + time[0].length)}` : rest),
    order,
  );
  if (day === null) return null;
  const midnight = Date.UTC(day.year, day.month - 1, day.day);
  // A nonexistent day would roll over into the next month.
  if (new Date(midnight).getUTCDate() !== day.day) return null;
  if (!time?.groups) return midnight;
  const { half, hour, minute, second, late, zone } = time.groups;
  const hours = toHour(Number(hour), late ?? half ?? "");
  if (hours > 24 || Number(minute) > 59) return midnight;
  return (
    midnight + ((hours * 60 + Number(minute) - zoneMinutes(zone ?? "")) * 60 + Number(second ?? 0)) * 1000
  );
}

function toHour(hour: number, half: string): number {
  if (/^(?:p|午後|下午|오후)/iu.test(half)) return (hour % 12) + 12;
  return /^(?:a|午前|上午|오전)/iu.test(half) ? hour % 12 : hour;
}

function readDay(text: string, order: DayOrder): DayOfCalendar | null {
  return readYearFirst(text) ?? readNumericDay(text, order) ?? readNamedMonth(text);
}

/** Parses 2026-03-04, 2026/3/4, 20260304, 2026年3月4日, 2026년 3월 4일. A month or a year alone means its first day. */
function readYearFirst(text: string): DayOfCalendar | null {
  const compact = /^\s*(\d{4})(\d{2})(\d{2})\s*$/u.exec(text);
  const [, year, month = "1", day = "1"] =
    compact ??
    /(?:^|\D)(\d{4})\s?[-/.年년]\s?(\d{1,2})(?:\s?[-/.月월]\s?(\d{1,2}))?(?!\d)/u.exec(text) ??
    /^\s*(\d{4})\s*$/u.exec(text) ??
    [];
  return toDay(year, Number(month), day);
}

/** Parses 30.10.23, 30-10-2023, 30/10/2023. Also 10/30/2023 if the day can't be a month or the feed uses that order. */
function readNumericDay(text: string, order: DayOrder): DayOfCalendar | null {
  const [, first, separator, second, year] =
    /(?:^|[^\d\p{L}.])(\d{1,2})\s?([-/.])\s?(\d{1,2})\s?[-/.]\s?(\d{4}|\d{2})(?!\d)/u.exec(text) ?? [];
  const isMonthFirst =
    Number(second) > 12 || (separator === "/" && order === "month-first" && Number(first) <= 12);
  return isMonthFirst ? toDay(year, Number(first), second) : toDay(year, Number(second), first);
}

const DAY = String.raw`(\d{1,2})(?!\d)(?:st|nd|rd|th|er|re|\u00e8re|\u00ba|\u00aa|\u00b0|\.|:e|e)?`;
const YEAR = String.raw`'?(\d{4}|\d{2})(?!\d)`;
const WORD = String.raw`(\p{L}[\p{L}\p{M}]{2,14})\.?`;
const GAP = String.raw`[\s,\-/]*(?:(?:of|de|del|di|d'|the|den|der|do)\s+)?`;
const DAY_MONTH_YEAR = new RegExp(`(?:^|[^\\d])${DAY}${GAP}${WORD}${GAP}${YEAR}`, "giu");
const MONTH_DAY_YEAR = new RegExp(`${WORD}${GAP}${DAY}${GAP}${YEAR}`, "giu");
const YEAR_MONTH_DAY = new RegExp(`(?:^|\\D)(\\d{4})\\.?${GAP}${WORD}${GAP}${DAY}`, "giu");
const MONTH_YEAR = new RegExp(`^\\D*?${WORD}${GAP}(\\d{4})(?!\\d)`, "giu");

/** Parses 3 March 2026, 3rd of March 2026, March 3rd, 2026, 3. März 2026, 2026. március 3., March 2026. */
function readNamedMonth(text: string): DayOfCalendar | null {
  return (
    findFirst(text, DAY_MONTH_YEAR, ([, day, month, year]) => toNamedDay(year, month, day)) ??
    findFirst(text, MONTH_DAY_YEAR, ([, month, day, year]) => toNamedDay(year, month, day)) ??
    findFirst(text, YEAR_MONTH_DAY, ([, year, month, day]) => toNamedDay(year, month, day)) ??
    findFirst(text, MONTH_YEAR, ([, month, year]) => toNamedDay(year, month, "1"))
  );
}

function findFirst(
  text: string,
  pattern: RegExp,
  read: (match: RegExpExecArray) => DayOfCalendar | null,
): DayOfCalendar | null {
  for (const match of text.matchAll(pattern)) {
    const day = read(match);
    if (day !== null) return day;
  }
  return null;
}

const toNamedDay = (year: string | undefined, month: string | undefined, day: string | undefined) =>
  toDay(year, findMonth(month ?? "") ?? 0, day);

function toDay(year: string | undefined, month: number, day: string | undefined): DayOfCalendar | null {
  const number = Number(day);
  if (year === undefined || month < 1 || month > 12 || !(number >= 1 && number <= 31)) return null;
  return { year: fullYear(year), month, day: number };
}

/** Expands two digits to the years from 1970 to 2069. */
const fullYear = (year: string): number =>
  Number(year) + (year.length > 2 ? 0 : Number(year) < 70 ? 2000 : 1900);

/** Languages whose month names are parsed. Excludes Finnish, where "mar" begins November. */
const LANGUAGES = "en de de-AT fr es pt it nl pl ru uk tr sv da nb cs hu".split(" ");

/** Month names in use that Intl lacks. */
const MORE_MONTH_NAMES: readonly [name: string, month: number][] = [
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
const monthsByPrefix = lazy((): ReadonlyMap<string, number | null> => {
  const byPrefix = new Map<string, number | null>();
  for (const [name, month] of [...listMonthNames(), ...MORE_MONTH_NAMES]) {
    const folded = foldWord(name);
    for (let length = Math.min(3, folded.length); length <= folded.length; length += 1) {
      const start = folded.slice(0, length);
      const known = byPrefix.get(start);
      byPrefix.set(start, known === undefined || known === month ? month : null);
    }
  }
  return byPrefix;
});

/**
 * Returns month names in every language: long and short, standalone and inside a date, where some languages inflect
 * them.
 */
function listMonthNames(): [name: string, month: number][] {
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
const findMonth = (word: string): number | null => monthsByPrefix().get(foldWord(word)) ?? null;
