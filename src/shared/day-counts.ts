import { z } from "zod";

/** How many days back the counts over time go. */
const DAYS = 30;
const DAY_MS = 24 * 3_600_000;

/** Every day once, the oldest first, with how many things are of it. */
export const dayCountsSchema = z.array(z.object({ day: z.iso.date(), count: z.int() }));

/** An IANA name of a time zone, as browsers tell theirs. */
export const timeZoneSchema = z
  .string()
  .max(100)
  .refine(isTimeZone, "Please enter a time zone, for example Europe/Berlin");

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** Returns the day of a moment in a time zone, as YYYY-MM-DD. */
export function dayIn(timeZone: string): (moment: Date) => string {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  return (moment) => format.format(moment);
}

/** The last 30 days, the oldest first and today the last. */
export const lastDays = (today: string): string[] =>
  Array.from({ length: DAYS }, (_, index) =>
    new Date(Date.parse(today) - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
