import type { ActivityFilter, ActivityKind } from "#shared/kernel/activity.ts";

export type Period = "all" | "today" | "week" | "month" | "days";

/** Selected filters of the activity list. */
export interface ActivityView {
  person: string | null;
  kind: ActivityKind | null;
  period: Period;
  /** First and last day of the period "days", such as "2024-03-04"; null for no bound. */
  from: string | null;
  to: string | null;
}

export const UNFILTERED_ACTIVITY: ActivityView = {
  person: null,
  kind: null,
  period: "all",
  from: null,
  to: null,
};

export const isFiltered = ({ person, kind, period, from, to }: ActivityView): boolean =>
  person !== null || kind !== null || (period === "days" ? from !== null || to !== null : period !== "all");

/** Number of days before today at which each period begins. */
const PERIOD_START_DAYS_AGO = { today: 0, week: 6, month: 29 } as const;

/** Converts the selected filters to the server's input. Days begin and end in the browser's time zone. */
export function activityFilter({ person, kind, period, ...range }: ActivityView, now: Date): ActivityFilter {
  const days = period === "days";
  const from = days && parseDay(range.from);
  const to = days && parseDay(range.to);
  return {
    ...(person !== null && { person }),
    ...(kind !== null && { kind }),
    ...(from && { from: startOfDay(from) }),
    ...(to && { to: startOfDay(to, 1) }),
    ...(period !== "days" && period !== "all" && { from: startOfDay(now, -PERIOD_START_DAYS_AGO[period]) }),
  };
}

/** Returns null for years of five or more digits, which a date field accepts but no event has. */
const parseDay = (day: string | null): Date | null =>
  day !== null && day.length === "2024-03-04".length ? new Date(`${day}T00:00`) : null;

const startOfDay = (date: Date, days = 0): string =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).toISOString();
