import { z } from "zod";

import { eventLoopDelaySchema, storageProblemSchema } from "#shared/accounts/workspace.ts";
import { ITEM_KINDS, KINDS, mapKinds } from "#shared/kernel/item-address.ts";
import { sourceHealthSchema } from "#shared/news/sources.ts";

import { jobNameSchema, jobStateSchema } from "./jobs.ts";

const count = z.int().min(0);
const dateTime = z.iso.datetime();

/** Requests within the last minutes, excluding streams. */
export const recentRequestsSchema = z.object({
  minutes: count,
  count,
  /** Number of server errors, in any request. */
  errors: count,
  /** Median duration in milliseconds. Null without requests. */
  p50Ms: z.number().nullable(),
  p99Ms: z.number().nullable(),
});
export type RecentRequests = z.infer<typeof recentRequestsSchema>;

export const jobHealthSchema = z.object({
  name: jobNameSchema,
  title: z.string(),
  /** Null if the job is switched off. */
  nextRunAt: dateTime.nullable(),
  /** Time at which the job was last due. Null if it is switched off. */
  lastDueAt: dateTime.nullable(),
  /** State of the last run. Null before the first run. */
  state: jobStateSchema.nullable(),
  startedAt: dateTime.nullable(),
  finishedAt: dateTime.nullable(),
  /** Error of the last run, if it failed. */
  error: z.string().nullable(),
  /** End of the last successful run. */
  succeededAt: dateTime.nullable(),
  /** Number of failed runs since the last successful one. */
  failuresInARow: count,
});
export type JobHealth = z.infer<typeof jobHealthSchema>;

/** File in the backup folder. Backups are verified before they get their name. */
export const backupFileSchema = z.object({ at: dateTime, bytes: count });
export type BackupFile = z.infer<typeof backupFileSchema>;

/** Maximum number of failing sources on the page. */
export const MAX_NAMED_SOURCES = 20;

/** A release of StackLoop. */
export const releaseSchema = z.object({ version: z.string(), url: z.url() });
export type Release = z.infer<typeof releaseSchema>;

/** True if a version is newer than another one. Compares the numbers in versions such as 1.10.0. */
export const isNewer = (version: string, other: string): boolean =>
  version.localeCompare(other, "en", { numeric: true }) > 0;

/** Switch of the daily check for a new release. */
export const releaseCheckSchema = z.object({ isOn: z.boolean() });
export type ReleaseCheck = z.infer<typeof releaseCheckSchema>;

/** Current and past state of the server, as far as known. Times are in milliseconds, sizes in bytes. */
export const systemFactsSchema = z.object({
  now: dateTime,
  version: z.string(),
  node: z.string(),
  startedAt: dateTime,
  /** Time of the first account's creation. Null if there is no account. */
  inUseSince: dateTime.nullable(),
  storageProblems: z.array(storageProblemSchema),
  database: z.object({
    bytes: count,
    /** Size of the write-ahead log next to the database. */
    logBytes: count,
    /** Free space on the database's disk. Null if unknown. */
    freeBytes: count.nullable(),
    /** False if a connection pooler drops notifications from other server processes. */
    hearsOthers: z.boolean(),
  }),
  /** Null if tools of the database server make the backups. */
  backups: z
    .object({
      isScheduled: z.boolean(),
      /** Null if there is none. */
      newest: backupFileSchema.nullable(),
      /** Backup closest to a week older than the newest, to show the database's growth. */
      earlier: backupFileSchema.nullable(),
      /** True if there is room for the next backup. */
      hasRoom: z.boolean(),
    })
    .nullable(),
  memory: z.object({ residentBytes: count, heapBytes: count }),
  eventLoop: eventLoopDelaySchema,
  requests: recentRequestsSchema,
  openStreams: count,
  jobs: z.array(jobHealthSchema),
  sources: z.object({
    count,
    failingCount: count,
    /** Failing sources except the AI provider, longest without a reply first, up to twenty. */
    failing: z.array(sourceHealthSchema).max(MAX_NAMED_SOURCES),
  }),
  /** Channels that were turned off after repeated failures, up to twenty. */
  failedChannels: z.array(z.object({ name: z.string(), error: z.string() })),
  people: z.object({
    accounts: count,
    admins: count,
    /** Number of people with a session. */
    signedIn: count,
    sessions: count,
  }),
  items: z.object(
    mapKinds(
      ITEM_KINDS.map((kind) => KINDS[kind].many),
      () => count,
    ),
  ),
  ai: z.object({
    isConnected: z.boolean(),
    callsToday: count,
    dailyLimit: count,
    /** Error of the last call. Null if it succeeded. */
    error: z.string().nullable(),
  }),
  updates: z.object({
    /** Host that the daily check queries. Null without `RELEASES_URL`. */
    host: z.string().nullable(),
    isOn: z.boolean(),
    /** Newest release found by the last check. Null before the first check, or if it is switched off. */
    newest: releaseSchema.nullable(),
  }),
  configuration: z.object({
    publicUrl: z.string().nullable(),
    /** True if other machines can connect, directly or through a proxy. */
    isServedToOthers: z.boolean(),
    /** True if, since the start, a signed-in user has used a name other than localhost. */
    isReachedByOtherName: z.boolean(),
    /** True if there is a mail server. */
    sendsMail: z.boolean(),
    signup: z.enum(["open", "invite", "closed"]),
    hasRateLimits: z.boolean(),
  }),
});
export type SystemFacts = z.infer<typeof systemFactsSchema>;
