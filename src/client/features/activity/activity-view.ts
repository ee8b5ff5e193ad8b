import type { ActivityFilter, ActivityKind } from "#shared/kernel/activity.ts";

export type Period = "all" | "today" | "week" | "month" | "days";

/** What of the activity somebody has chosen to see. */
export interface ActivityView {
  person: string | null;
  kind: ActivityKind | null;
  period: Period;
  /** The days of the period "days", such as "2024-03-04"; null is open. */
  from: string | null;
  to: string | null;
}

export const WHOLE_ACTIVITY: ActivityView = {
  person: null,
  kind: null,
  period: "all",
  from: null,
  to: null,
};

export const isFiltered = ({ person, kind, period, from, to }: ActivityView): boolean =>
  person !== null || kind !== null || (period === "days" ? from !== null || to !== null : period !== "all");

/** How many days before today a period begins. */
const DAYS_BEFORE = { today: 0, week: 6, month: 29 } as const;

/** The server's input; days begin and end by this browser's clock. */
export function activityFilter({ person, kind, period, ...range }: ActivityView, now: Date): ActivityFilter {
  const days = period === "days";
  const from = days && dayOf(range.from);
  const to = days && dayOf(range.to);
  return {
    ...(person !== null && { person }),
    ...(kind !== null && { kind }),
    ...(from && { from: startOfDay(from) }),
    ...(to && { to: startOfDay(to, 1) }),
    ...(period !== "days" && period !== "all" && { from: startOfDay(now, -DAYS_BEFORE[period]) }),
  };
}

/** A date field lets people type years of five digits and more, which no time in the ledger has. */
const dayOf = (day: string | null): Date | null =>
  day !== null && day.length === "2024-03-04".length ? new Date(`${day}T00:00`) : null;

const startOfDay = (date: Date, days = 0): string =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).toISOString();
