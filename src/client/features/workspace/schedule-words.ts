import type { Schedule, WorkspaceSettings } from "#shared/accounts/workspace.ts";

type Daily = Extract<Schedule, { kind: "daily" }>;
type Hours = Pick<WorkspaceSettings, "nightly" | "news" | "timezone">;

/** "2:00 AM" */
const clockTime = ({ hour, minute }: Daily): string =>
  `${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;

/** "2 AM", "4:30 AM" */
const shortTime = (daily: Daily): string => clockTime(daily).replace(":00 ", " ");

const isAtNight = ({ hour }: Daily): boolean => hour < 6 || hour >= 21;

/** Returns the text of the Research Stack's card about updates: interval and time. */
export function updateCard(settings: Hours): { value: string; label: string } {
  const { nightly } = settings;
  if (nightly.kind === "off") return { value: "Off", label: "Automatic updates" };
  return nightly.kind === "daily"
    ? { value: "Daily", label: `Updates at ${shortTime(nightly)}${formatZone(settings)}` }
    : { value: "Auto", label: `Updates ${nightly.words}${formatZone(settings)}` };
}

/** Describes the schedule of paper fetches in a sentence. */
export function describePapersSchedule(settings: Hours): string {
  const { nightly } = settings;
  if (nightly.kind === "off")
    return "Papers aren't fetched automatically. An admin can fetch them under Jobs.";
  return `Papers are fetched ${formatTimes(nightly)}${formatZone(settings)}.`;
}

/** Describes the schedule of release note fetches in a sentence. */
export function describeReleaseNotesSchedule(settings: Hours): string {
  const { nightly } = settings;
  if (nightly.kind === "off")
    return "Release notes don't update automatically because NIGHTLY_CRON is empty.";
  const times =
    nightly.kind === "daily"
      ? `at ${shortTime(nightly)} ${isAtNight(nightly) ? "nightly" : "daily"}`
      : nightly.words;
  return `Release notes update automatically ${times}${formatZone(settings)}.`;
}

/** Describes the schedule of news fetches in a sentence. */
export function describeNewsSchedule(settings: Hours): string {
  const { news } = settings;
  if (news.kind === "off") return "StackLoop doesn't check for news automatically.";
  return `StackLoop checks for news ${formatTimes(news)}${formatZone(settings)}.`;
}

/** "every night at 2:00 AM", "every 6 hours" */
const formatTimes = (schedule: Exclude<Schedule, { kind: "off" }>): string =>
  schedule.kind === "daily"
    ? `every ${isAtNight(schedule) ? "night" : "day"} at ${clockTime(schedule)}`
    : schedule.words;

/** Returns the server's time zone, such as " (Europe/Berlin)", if its clock differs from the browser's. */
function formatZone({ timezone }: Hours): string {
  return timezone === null || hasSameClock(timezone) ? "" : ` (${timezone})`;
}

/** Compares clocks instead of names, because the times in Paris and Berlin are the same. */
function hasSameClock(timezone: string): boolean {
  const year = new Date().getUTCFullYear();
  const format = (moment: Date, timeZone?: string) =>
    moment.toLocaleString("en-US", { dateStyle: "short", timeStyle: "short", ...(timeZone && { timeZone }) });
  return [0, 6].every((month) => {
    const moment = new Date(Date.UTC(year, month, 1));
    return format(moment, timezone) === format(moment);
  });
}
