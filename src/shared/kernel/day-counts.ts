import { z } from "zod";

/** Number of days covered by the counts. */
const COUNTED_DAYS = 30;
const DAY_MS = 24 * 3_600_000;

/** Number of items on each day, oldest first. */
export const dayCountsSchema = z.array(z.object({ day: z.iso.date(), count: z.int() }));

/** IANA time zone name, as browsers report it. */
export const timeZoneSchema = z
  .string()
  .max(100)
  .refine(isTimeZone, "Please enter a time zone, for example Europe/Berlin");

function isTimeZone(name: string): boolean {
  try {
    return createDayFormatter(name)(new Date(0)) !== "";
  } catch {
    return false;
  }
}

/** Returns a function that formats the day of a moment in this time zone, as YYYY-MM-DD. */
export function createDayFormatter(timeZone: string): (moment: Date) => string {
  const format = formats.get(timeZone) ?? createFormat(timeZone);
  return (moment) => format.format(moment);
}

// Cached, because creating one takes as long as formatting a hundred days. There are about six hundred time zones.
const formats = new Map<string, Intl.DateTimeFormat>();
const MAX_FORMATS = 1000;

function createFormat(timeZone: string): Intl.DateTimeFormat {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  if (formats.size < MAX_FORMATS) formats.set(timeZone, format);
  return format;
}

const QUARTER_MS = 15 * 60_000;
/** A day is an hour longer when clocks are set back. */
const MAX_DAY_MS = 25 * 3_600_000;

/** Returns the start and end of a moment's day in a time zone. Both are at a quarter-hour. */
export function dayBounds(timeZone: string, moment: Date): { start: Date; end: Date } {
  const day = createDayFormatter(timeZone)(moment);
  const time = moment.getTime();
  return {
    start: findQuarter(timeZone, [time - MAX_DAY_MS, time], (other) => other >= day),
    end: findQuarter(timeZone, [time, time + MAX_DAY_MS], (other) => other > day),
  };
}

/** Returns the start of a day, as in 2026-11-22, in a time zone. */
export function startOfDay(timeZone: string, day: string): Date {
  const time = Date.parse(day);
  return findQuarter(timeZone, [time - MAX_DAY_MS, time + MAX_DAY_MS], (other) => other >= day);
}

/** Returns the first quarter-hour in a range for which `isOver` accepts the day. */
function findQuarter(
  timeZone: string,
  [earliest, latest]: readonly [number, number],
  isOver: (day: string) => boolean,
): Date {
  const dayOf = createDayFormatter(timeZone);
  let low = Math.floor(earliest / QUARTER_MS);
  let high = Math.ceil(latest / QUARTER_MS);
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isOver(dayOf(new Date(middle * QUARTER_MS)))) high = middle;
    else low = middle + 1;
  }
  return new Date(low * QUARTER_MS);
}

/** Returns the last 30 days, oldest first, ending today. */
export const lastDays = (today: string): string[] =>
  Array.from({ length: COUNTED_DAYS }, (_, index) =>
    new Date(Date.parse(today) - (COUNTED_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
