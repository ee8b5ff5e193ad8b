import { z } from "zod";

import { eventLoopDelaySchema, storageProblemSchema } from "#shared/accounts/workspace.ts";
import { sourceHealthSchema } from "#shared/news/sources.ts";

import { jobNameSchema, jobStateSchema } from "./jobs.ts";

const count = z.int().min(0);
const dateTime = z.iso.datetime();

/** What the server was asked within the last minutes, but for streams. */
export const recentRequestsSchema = z.object({
  minutes: count,
  count,
  /** What failed by a fault of the server, in whichever request. */
  errors: count,
  /** Half of them took no longer, in milliseconds; null where there were none. */
  p50Ms: z.number().nullable(),
  p99Ms: z.number().nullable(),
});
export type RecentRequests = z.infer<typeof recentRequestsSchema>;

/** How a job has been going. */
export const jobHealthSchema = z.object({
  name: jobNameSchema,
  title: z.string(),
  /** Null when it is switched off. */
  nextRunAt: dateTime.nullable(),
  /** When it should have begun last by itself; null when it is switched off. */
  lastDueAt: dateTime.nullable(),
  /** Of the last run; null before the first. */
  state: jobStateSchema.nullable(),
  startedAt: dateTime.nullable(),
  finishedAt: dateTime.nullable(),
  /** Why the last run failed. */
  error: z.string().nullable(),
  /** When the last run that succeeded ended. */
  succeededAt: dateTime.nullable(),
  /** How many runs have failed since. */
  failuresInARow: count,
});
export type JobHealth = z.infer<typeof jobHealthSchema>;

/** A file in the folder of backups, which has been checked before it got its name. */
export const backupFileSchema = z.object({ at: dateTime, bytes: count });
export type BackupFile = z.infer<typeof backupFileSchema>;

/** Of the sources that fail, the page names so many. */
export const MAX_NAMED_SOURCES = 20;

/** How the server is and has been, as far as it knows. Times are in milliseconds, sizes in bytes. */
export const systemFactsSchema = z.object({
  now: dateTime,
  version: z.string(),
  node: z.string(),
  startedAt: dateTime,
  /** When the first account was created; null before. */
  inUseSince: dateTime.nullable(),
  storageProblems: z.array(storageProblemSchema),
  database: z.object({
    bytes: count,
    /** Of the write-ahead log beside it. */
    logBytes: count,
    /** On its disk; null where that is not known. */
    freeBytes: count.nullable(),
    /** False if a connection pooler swallows what other server processes announce. */
    hearsOthers: z.boolean(),
  }),
  /** Null where the database server's own tools make them. */
  backups: z
    .object({
      isScheduled: z.boolean(),
      /** Null where there is none. */
      newest: backupFileSchema.nullable(),
      /** The one that is nearest to a week older than the newest, to see how the database has grown. */
      earlier: backupFileSchema.nullable(),
      /** Whether the next one finds room. */
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
    /** But for the AI provider, of those that fail the ones that answered longest ago, up to twenty. */
    failing: z.array(sourceHealthSchema).max(MAX_NAMED_SOURCES),
  }),
  people: z.object({
    accounts: count,
    admins: count,
    /** Those who have a session, and how many that are. */
    signedIn: count,
    sessions: count,
  }),
  items: z.object({ tools: count, articles: count, papers: count, prompts: count, readings: count }),
  ai: z.object({
    isConnected: z.boolean(),
    callsToday: count,
    dailyLimit: count,
    /** Of the last call; null where it went well. */
    error: z.string().nullable(),
  }),
  configuration: z.object({
    publicUrl: z.string().nullable(),
    /** Whether other machines can connect, directly or through a proxy. */
    isServedToOthers: z.boolean(),
    /** Whether somebody signed in has used another name than localhost since the start. */
    isReachedByOtherName: z.boolean(),
    signup: z.enum(["open", "invite", "closed"]),
    hasRateLimits: z.boolean(),
  }),
});
export type SystemFacts = z.infer<typeof systemFactsSchema>;
