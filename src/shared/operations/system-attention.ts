import { z } from "zod";

import type { StorageProblem } from "#shared/accounts/workspace.ts";

import { type SystemFacts, systemFactsSchema } from "./system.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Maximum age of a backup without a warning. One failed backup is harmless, because the next night makes another. */
const BACKUP_TOO_OLD_MS = 2 * DAY;
/** Time of failures after which a source needs attention. Failures of a day or two usually end by themselves. */
const SOURCE_FAILING_TOO_LONG_MS = 3 * DAY;
/** Maximum delay of a job without a warning. The three retries of a failed run take less time. */
const JOB_TOO_LATE_MS = 2 * HOUR;
/** Time after a start without warnings about late jobs. Missed runs begin within half a minute. */
const JUST_STARTED_MS = 10 * MINUTE;
/** Minimum number of consecutive failures for a warning. Failed runs are retried. */
const MIN_FAILURES = 2;
/** Maximum pause of the main thread without a warning. It is far longer than people notice. */
const PAUSE_TOO_LONG_MS = 1000;
/** Number of server errors within the last minutes that need attention. One or two may come from an odd request. */
const MIN_ERRORS = 5;
/** Maximum number of names in a list. The others are counted. */
const MAX_NAMES = 3;

export const attentionSchema = z.object({
  /** Type of problem, stable across versions: `backup-too-old`. */
  id: z.string(),
  /** `urgent`: data is in danger, or people can't work. `soon`: something doesn't work. `advice`: it could be safer. */
  urgency: z.enum(["urgent", "soon", "advice"]),
  /** Problem, without a full stop. */
  title: z.string(),
  /** Advice in sentences. */
  advice: z.string(),
});
export type Attention = z.infer<typeof attentionSchema>;

/** State of the server, for admins. */
export const systemOverviewSchema = z.object({
  /** Most urgent first. Empty if all is well. */
  attention: z.array(attentionSchema),
  ...systemFactsSchema.shape,
});
export type SystemOverview = z.infer<typeof systemOverviewSchema>;

type Rule = (facts: SystemFacts) => Attention | readonly Attention[] | false | undefined;

const createAttention = (
  urgency: Attention["urgency"],
  id: string,
  title: string,
  advice: string,
): Attention => ({
  id,
  urgency,
  title,
  advice,
});

/** Returns the problems that need attention, most urgent first. Empty if all is well. */
export function findAttention(facts: SystemFacts): Attention[] {
  const all = RULES.flatMap((rule) => rule(facts) || []);
  return ["urgent", "soon", "advice"].flatMap((urgency) => all.filter((one) => one.urgency === urgency));
}

const elapsedMs = (now: string, then: string): number => Date.parse(now) - Date.parse(then);

/** Formats a duration: "3 days", "5 hours", "12 minutes". */
function formatDuration(milliseconds: number): string {
  const [count, unit] =
    milliseconds >= 2 * DAY
      ? [milliseconds / DAY, "days"]
      : milliseconds >= 2 * HOUR
        ? [milliseconds / HOUR, "hours"]
        : [Math.max(2, milliseconds / MINUTE), "minutes"];
  return `${Math.floor(count)} ${unit}`;
}

/** Joins names: "a", "a and b", "a, b, c and 4 others". */
function joinNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES);
  const others = names.length - shown.length;
  if (others > 0) return `${shown.join(", ")} and ${others === 1 ? "1 other" : `${others} others`}`;
  const last = shown.at(-1) ?? "";
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(", ")} and ${last}`;
}

/** Formats an error's text as a separate sentence. */
const asSentence = (error: string | null): string =>
  error === null || error === "" ? "" : /[.!?]$/u.test(error) ? `${error} ` : `${error}. `;

/** Storage problems, and what to do. */
const STORAGE_PROBLEMS: readonly (Pick<Attention, "id" | "title" | "advice"> & {
  problems: readonly StorageProblem[];
})[] = [
  {
    problems: ["database file missing", "database file replaced"],
    id: "database-file-changed",
    title: "Nothing can be saved: the database file was moved, replaced or deleted",
    advice: "Stop the server, put the file back or restore a backup, and start it again.",
  },
  {
    problems: ["database damaged"],
    id: "database-damaged",
    title: "Part of the database is damaged",
    advice: "Check the database; if the check fails, restore the backup that it names.",
  },
  {
    problems: ["database not responding"],
    id: "database-not-responding",
    title: "The database isn't responding",
    advice: "See the server's log for the reason.",
  },
  {
    problems: ["storage low"],
    id: "storage-low",
    title: "Server storage is almost full: less than 64 MB is free",
    advice: "Uploads and fetching are paused. Free up disk space to resume them.",
  },
];

/** Rules in order of display within the same urgency. */
const RULES: readonly Rule[] = [
  ({ storageProblems }) =>
    STORAGE_PROBLEMS.filter(({ problems }) =>
      problems.some((problem) => storageProblems.includes(problem)),
    ).map(({ id, title, advice }) => createAttention("urgent", id, title, advice)),

  // Known corruption is already reported by another rule.
  ({ jobs, storageProblems }) => {
    const check = jobs.find(({ name }) => name === "check");
    return (
      check &&
      check.failuresInARow > 0 &&
      !storageProblems.includes("database damaged") &&
      createAttention(
        "urgent",
        "check-failed",
        "The last check of the database failed",
        `${asSentence(check.error)}Check it again; if that fails too, restore a backup.`,
      )
    );
  },

  ({ backups, now, inUseSince }) => {
    if (backups === null) return false;
    const { newest, isScheduled } = backups;
    const from = newest?.at ?? inUseSince;
    if (from === null || elapsedMs(now, from) <= BACKUP_TOO_OLD_MS) return false;
    const what = newest
      ? `The newest backup is ${formatDuration(elapsedMs(now, from))} old`
      : "There is no backup";
    return isScheduled
      ? createAttention(
          "urgent",
          "backup-too-old",
          what,
          "Back up the database now, and check under Jobs why the nightly backup fails.",
        )
      : createAttention(
          "soon",
          "backup-too-old",
          `${what}, and nightly backups are off`,
          "Set BACKUP_CRON, for example to 0 3 * * *, or back up the database now.",
        );
  },

  ({ requests: { errors, minutes } }) =>
    errors >= MIN_ERRORS &&
    createAttention(
      "soon",
      "calls-fail",
      `${errors} calls failed in the last ${minutes} minutes with a server error`,
      "See the errors in the server's log.",
    ),

  ({ backups }) =>
    backups?.isScheduled &&
    !backups.hasRoom &&
    createAttention(
      "soon",
      "no-room-for-backup",
      "There isn't enough space for the next backup",
      "Free up space on the disk of BACKUP_DIR, or store fewer backups (BACKUP_KEEP).",
    ),

  ({ jobs }) =>
    jobs
      .filter(({ name, failuresInARow }) => name !== "check" && failuresInARow > 0)
      .flatMap(({ name, title, failuresInARow, error }) =>
        failuresInARow >= MIN_FAILURES
          ? createAttention(
              "soon",
              `job-fails:${name}`,
              `“${title}” has failed ${failuresInARow} times in a row`,
              `${asSentence(error)}See its runs under Jobs.`,
            )
          : createAttention(
              "advice",
              `job-fails:${name}`,
              `“${title}” failed`,
              `${asSentence(error)}Scheduled jobs retry automatically; see its runs under Jobs.`,
            ),
      ),

  ({ jobs, now, startedAt, inUseSince }) =>
    jobs
      .filter(
        ({ state, nextRunAt, lastDueAt, startedAt: begun }) =>
          nextRunAt !== null &&
          lastDueAt !== null &&
          state !== "running" &&
          elapsedMs(now, startedAt) > JUST_STARTED_MS &&
          elapsedMs(now, lastDueAt) > JOB_TOO_LATE_MS &&
          (begun ?? inUseSince ?? now) < lastDueAt,
      )
      .flatMap(({ name, title, lastDueAt }) =>
        createAttention(
          "soon",
          `job-overdue:${name}`,
          `“${title}” should have run ${formatDuration(elapsedMs(now, lastDueAt ?? now))} ago and didn't`,
          "Start it under Jobs. If it doesn't start, see the server's log.",
        ),
      ),

  ({ failedChannels }) =>
    failedChannels.flatMap(({ name, error }) =>
      createAttention(
        "soon",
        "channel-off",
        `The channel “${name}” was turned off, because its messages were not accepted`,
        `${asSentence(error)}Correct it and turn it on again under Channels; it then continues where it stopped.`,
      ),
    ),

  ({ database: { hearsOthers } }) =>
    !hearsOthers &&
    createAttention(
      "soon",
      "no-live-updates",
      "Live updates between processes don't work",
      "A connection pooler in front of PostgreSQL drops LISTEN. Set DATABASE_URL to the address of the server itself, then restart StackLoop.",
    ),

  ({ eventLoop: { longestMs } }) =>
    longestMs >= PAUSE_TOO_LONG_MS &&
    createAttention(
      "soon",
      "event-loop-held",
      `One task blocked all others for ${(longestMs / 1000).toFixed(1)} seconds within the last hour`,
      "If this happens again, the machine is short of memory or processor time, or its disk is slow.",
    ),

  ({ ai: { isConnected, error } }) =>
    isConnected &&
    error !== null &&
    createAttention(
      "soon",
      "ai-fails",
      "The last call to the AI provider failed",
      `${asSentence(error)}Summaries and suggestions use simpler methods until it works again.`,
    ),

  ({ ai: { isConnected, callsToday, dailyLimit } }) =>
    isConnected &&
    callsToday >= dailyLimit &&
    createAttention(
      "soon",
      "ai-limit",
      "Today's calls to the AI provider are used up",
      "The limit resets at midnight UTC. AI_DAILY_LIMIT sets it.",
    ),

  ({ sources: { failing }, now, inUseSince }) => {
    const long = failing.filter(
      ({ lastSuccessAt }) => elapsedMs(now, lastSuccessAt ?? inUseSince ?? now) > SOURCE_FAILING_TOO_LONG_MS,
    );
    return (
      long.length > 0 &&
      createAttention(
        "soon",
        "sources-fail",
        `${long.length === 1 ? "1 source has" : `${long.length} sources have`} failed for more than 3 days`,
        `${joinNames(long.map(({ source }) => source))}. See the reasons under Sources; remove feeds that no longer exist.`,
      )
    );
  },

  ({ configuration: { sendsMail, publicUrl } }) =>
    sendsMail &&
    publicUrl === null &&
    createAttention(
      "soon",
      "mails-link-here",
      "Links in emails lead to the server's own address",
      "Set PUBLIC_URL to the address that people use. Until then, people on other machines can't open these links, and “Forgot password?” sends no email.",
    ),

  ({ configuration: { isReachedByOtherName, sendsMail, publicUrl } }) =>
    isReachedByOtherName &&
    !sendsMail &&
    publicUrl === null &&
    createAttention(
      "advice",
      "no-public-url",
      "People use StackLoop under a name other than localhost, and PUBLIC_URL isn't set",
      "Set PUBLIC_URL to the address that people use. Until then, links use the address of the person who creates them, and links from the command line and in messages to channels use the server's own address.",
    ),

  ({ configuration: { isServedToOthers, publicUrl } }) =>
    isServedToOthers &&
    publicUrl?.startsWith("http:") &&
    !isOfThisMachine(publicUrl) &&
    createAttention(
      "soon",
      "no-https",
      "Passwords travel unencrypted",
      "Put a proxy with https in front, and set PUBLIC_URL to the https address.",
    ),

  ({ configuration: { hasRateLimits } }) =>
    !hasRateLimits &&
    createAttention(
      "soon",
      "no-rate-limits",
      "Rate limits are off",
      "Anyone can try passwords without a limit. Remove RATE_LIMITS=off.",
    ),

  ({ configuration: { signup, publicUrl } }) =>
    signup === "open" &&
    isOnTheInternet(publicUrl) &&
    createAttention(
      "advice",
      "sign-up-open",
      `Anyone who can reach ${publicUrl} can sign up`,
      "If that's not what you want, set SIGNUP=invite and send your team invite links.",
    ),

  ({ people: { accounts, admins } }) =>
    admins === 1 &&
    accounts > 1 &&
    createAttention(
      "advice",
      "one-admin",
      "There is only one administrator",
      "Add a second one under User Management, in case the first is away or locked out.",
    ),
];

const isOfThisMachine = (publicUrl: string): boolean =>
  /^(?:localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/u.test(new URL(publicUrl).hostname);

/** False for names and addresses that are valid only within a private network. */
function isOnTheInternet(publicUrl: string | null): boolean {
  if (publicUrl === null) return false;
  const { hostname } = new URL(publicUrl);
  const isPrivate =
    !hostname.includes(".") ||
    /\.(?:local|localhost|internal|intranet|lan|home|corp|home\.arpa|test)$/u.test(hostname) ||
    /^(?:127|10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./u.test(
      hostname,
    );
  return !isPrivate;
}
