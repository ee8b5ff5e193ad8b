import type { ActivityFilter, ActivityKind } from "#shared/activity.ts";

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
export function activityFilter({ person, kind, period, from, to }: ActivityView, now: Date): ActivityFilter {
  return {
    ...(person !== null && { person }),
    ...(kind !== null && { kind }),
    ...(period === "days" && from !== null && { from: startOfDay(new Date(`${from}T00:00`)) }),
    ...(period === "days" && to !== null && { to: startOfDay(new Date(`${to}T00:00`), 1) }),
    ...(period !== "days" && period !== "all" && { from: startOfDay(now, -DAYS_BEFORE[period]) }),
  };
}

const startOfDay = (date: Date, days = 0): string =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).toISOString();
