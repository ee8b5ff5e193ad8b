import type { BriefPeriod } from "./brief-document.ts";

const DAY_MS = 86_400_000;

/** Maximum number of days between the first and the last day of a brief. */
export const MAX_BRIEF_DAYS = 366;

/** Periods to choose from. All but "Custom" depend on today. */
export const BRIEF_PERIODS = ["This week", "Last week", "Last month", "Custom"] as const;
export type BriefPeriodName = (typeof BRIEF_PERIODS)[number];

type Days = Pick<BriefPeriod, "from" | "to">;

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

export const dayAfter = (day: string): string => addDays(day, 1);

/** Returns the days of a period. Weeks begin on Monday. */
export function periodNamed(name: Exclude<BriefPeriodName, "Custom">, today: string): Days {
  if (name === "Last month") {
    const to = addDays(`${today.slice(0, 7)}-01`, -1);
    return { from: `${to.slice(0, 7)}-01`, to };
  }
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  const monday = addDays(today, -sinceMonday - (name === "Last week" ? 7 : 0));
  return { from: monday, to: addDays(monday, 6) };
}
