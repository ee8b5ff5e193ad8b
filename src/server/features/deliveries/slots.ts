import { Cron } from "croner";

import { SCHEDULE_DAYS } from "#shared/channels/channel-words.ts";
import { dayIn } from "#shared/kernel/day-counts.ts";

/** Weekdays in the order of cron patterns. */
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** Returns the clock of a schedule, such as "Monday 8:00". */
function clockOf(schedule: string, timezone: string): Cron {
  const [day = "", time = ""] = schedule.split(" ");
  const [hour, minute] = time.split(":").map(Number);
  if (!SCHEDULE_DAYS.some((known) => known === day)) throw new Error(`unknown schedule ${schedule}`);
  const days = day === "Monthly" ? "1 * *" : day === "Daily" ? "* * *" : `* * ${WEEKDAYS.indexOf(day)}`;
  return new Cron(`${minute} ${hour} ${days}`, { timezone, paused: true });
}

/** Scheduled time, and the days since the previous one. */
export interface Slot {
  at: Date;
  /** Days in the time zone, both included. */
  from: string;
  to: string;
}

/** Returns the last scheduled time until now. */
export function lastSlot(schedule: string, timezone: string, now: Date): Slot | undefined {
  // Croner's list ends a second before the given time.
  const [at, before] = clockOf(schedule, timezone).previousRuns(2, new Date(now.getTime() + 1000));
  if (!at || !before) return undefined;
  return { at, ...daysUntil(at, before, timezone) };
}

export const nextSlot = (schedule: string, timezone: string, now: Date): Date | null =>
  clockOf(schedule, timezone).nextRun(now);

/** Returns the days from a slot before `at` until the day before `at`. */
function daysUntil(at: Date, before: Date, timezone: string): Pick<Slot, "from" | "to"> {
  const dayOf = dayIn(timezone);
  const to = new Date(`${dayOf(at)}T12:00:00Z`);
  to.setUTCDate(to.getUTCDate() - 1);
  return { from: dayOf(before), to: to.toISOString().slice(0, 10) };
}
