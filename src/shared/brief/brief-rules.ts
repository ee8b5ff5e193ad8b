/** Sections of a brief, in default order. */
export const BRIEF_SECTIONS = [
  "decisions",
  "newTools",
  "news",
  "papers",
  "prompts",
  "discussions",
  "reviews",
] as const;
export type BriefSectionKind = (typeof BRIEF_SECTIONS)[number];

export const SECTION_TITLES: Readonly<Record<BriefSectionKind, string>> = {
  decisions: "Decisions",
  newTools: "New tools",
  news: "News by tool",
  papers: "Papers",
  prompts: "Prompts",
  discussions: "Discussions",
  reviews: "Reviews due",
};

/** Maximum lengths of a brief's texts, in characters, and number of lines in a section. */
export const BRIEF_LIMITS = { headline: 200, note: 4000, lines: 30, title: 300, text: 500 } as const;

/** Message for a brief without sections. */
export const EMPTY_BRIEF_MESSAGE = "Nothing happened in this period.";

const DAY_MS = 86_400_000;

/** Maximum number of days between the first and the last day of a brief. */
export const MAX_BRIEF_DAYS = 366;

/** Periods to choose from. All but "Custom" depend on today. */
export const BRIEF_PERIODS = ["This week", "Last week", "Last month", "Custom"] as const;
export type BriefPeriodName = (typeof BRIEF_PERIODS)[number];

type DayRange = Record<"from" | "to", string>;

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

export const dayAfter = (day: string): string => addDays(day, 1);

/** Returns the days of a period. Weeks begin on Monday. */
export function daysOfPeriod(name: Exclude<BriefPeriodName, "Custom">, today: string): DayRange {
  if (name === "Last month") {
    const to = addDays(`${today.slice(0, 7)}-01`, -1);
    return { from: `${to.slice(0, 7)}-01`, to };
  }
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  const monday = addDays(today, -sinceMonday - (name === "Last week" ? 7 : 0));
  return { from: monday, to: addDays(monday, 6) };
}
