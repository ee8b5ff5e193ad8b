import { formatDistance } from "date-fns/formatDistance";

import { lazy } from "#shared/kernel/lazy.ts";

const longDay = lazy(() => new Intl.DateTimeFormat("en-US", { dateStyle: "full" }));
const longForm = lazy(() => new Intl.DateTimeFormat("en-US", { dateStyle: "long" }));
const longFormInUtc = lazy(() => new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }));
const dayAndTime = lazy(
  () =>
    new Intl.DateTimeFormat("en-US", {
      year: "numeric",
      month: "short",
      day: "numeric",
      hour: "numeric",
      minute: "2-digit",
    }),
);
const timeOfDay = lazy(() => new Intl.DateTimeFormat("en-US", { timeStyle: "short" }));

const weekday = lazy(() => new Intl.DateTimeFormat("en-US", { weekday: "long" }));
const dayOfYear = lazy(() => new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric" }));
const shortDay = lazy(
  () => new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric" }),
);

const DAY_MS = 86_400_000;

/**
 * Formats a time with plain spaces. Newer engines insert a narrow no-break space before AM and PM, which a typed space
 * wouldn't match in a search.
 */
function format(formatter: () => Intl.DateTimeFormat, iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? "" : formatter().format(date).replaceAll(/\s/gu, " ");
}

/** "Monday, March 4, 2024" */
export const longDate = (iso: string): string => format(longDay, iso);

/** "March 4, 2024" */
export const longFormDate = (iso: string): string => format(longForm, iso);

/** "March 4, 2024" in UTC. Papers are dated, counted and filtered by the archive's clock. */
export const archiveDate = (iso: string): string => format(longFormInUtc, iso);

/** "Mar 4, 2024, 3:05 PM" */
export const dateTime = (iso: string): string => format(dayAndTime, iso);

/** "3:05 PM" */
export const time = (iso: string): string => format(timeOfDay, iso);

/** "5 minutes ago". A future time counts as now, because clocks differ slightly. */
export function relativeTime(iso: string, now: Date = new Date()): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "";
  return formatDistance(date > now ? now : date, now, { addSuffix: true });
}

const UNITS = [
  ["y", 365 * DAY_MS],
  ["mo", 30 * DAY_MS],
  ["d", DAY_MS],
  ["h", 3_600_000],
  ["min", 60_000],
] as const;

/** "3 d", for table columns: whole years, months of 30 days, days, hours or minutes. "now" below a minute. */
export function shortAge(iso: string, now: Date = new Date()): string {
  const age = now.getTime() - Date.parse(iso);
  if (Number.isNaN(age)) return "";
  const [unit, length] = UNITS.find(([, size]) => age >= size) ?? [];
  return length === undefined ? "now" : `${Math.floor(age / length)} ${unit}`;
}

/** "3 d ago", or "just now" below a minute. */
export function shortAgo(iso: string, now?: Date): string {
  const age = shortAge(iso, now);
  return age === "now" ? "just now" : `${age} ago`;
}

/** Formats a past time briefly: "9:14 AM" today, "yesterday", "Tuesday" within six days, "May 3". */
export function briefMoment(iso: string, now: Date = new Date()): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "";
  const days = (startOfDay(now) - startOfDay(date)) / DAY_MS;
  // Rounded, because days with a clock change are an hour shorter or longer.
  if (Math.round(days) <= 0) return time(iso);
  if (Math.round(days) === 1) return "yesterday";
  if (Math.round(days) <= 6) return format(weekday, iso);
  return format(date.getFullYear() === now.getFullYear() ? dayOfYear : shortDay, iso);
}

const startOfDay = (date: Date): number =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

const twoDigits = (value: number) => String(value).padStart(2, "0");

/** "2024-03-04": the date in this browser's time zone. */
export function dayKey(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "";
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}
