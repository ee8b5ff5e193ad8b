import { formatDistance } from "date-fns/formatDistance";

/** "in 5 hours"; "now" for a past time. */
export function upcomingTime(iso: string, now: Date = new Date()): string {
  const date = new Date(iso);
  return date <= now ? "now" : formatDistance(date, now, { addSuffix: true });
}

/** "Mar 4, 2024, 2:00 AM" in a time zone. */
export const dateTimeIn = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat("en-US", {
    timeZone,
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  })
    .format(new Date(iso))
    .replaceAll(/\s/gu, " ");

/** Formats the duration between two times: "850 ms", "12 s", "3 min 20 s", "1 h 5 min". */
export function duration(from: string, to: string): string {
  const milliseconds = Math.max(0, Date.parse(to) - Date.parse(from));
  if (milliseconds < 1000) return `${milliseconds} ms`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
