import { z } from "zod";

import { idSchema } from "#shared/kernel/text.ts";

export const JOB_NAMES = [
  "papers.fetch",
  "news.fetch",
  "release-notes.fetch",
  "backup",
  "check",
  "cleanup",
  "links.find",
  "verdicts.remind",
] as const;
export const jobNameSchema = z.enum(JOB_NAMES);
export type JobName = z.infer<typeof jobNameSchema>;

/**
 * Why a run began: its hour came, it was missed or cut off, the database was new, the server had not ended in order, or
 * somebody asked for it.
 */
export const jobTriggerSchema = z.enum([
  "schedule",
  "catch-up",
  "first-start",
  "unclean-end",
  "retry",
  "person",
  "command",
]);
export type JobTrigger = z.infer<typeof jobTriggerSchema>;

export const jobStateSchema = z.enum(["running", "succeeded", "failed", "interrupted"]);

/** A source that failed while the run went on with the others. */
export const sourceFailureSchema = z.object({ source: z.string(), message: z.string() });
export type SourceFailure = z.infer<typeof sourceFailureSchema>;

export const jobRunSchema = z.object({
  id: idSchema,
  job: jobNameSchema,
  trigger: jobTriggerSchema,
  state: jobStateSchema,
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  done: z.int(),
  total: z.int().nullable(),
  /** What came of it, such as `{ "added": 12 }`. */
  counts: z.record(z.string(), z.number()),
  sourceErrors: z.array(sourceFailureSchema),
  error: z.string().nullable(),
});
export type JobRun = z.infer<typeof jobRunSchema>;

/** A job as Admin Tools shows it: when it runs next, and its last runs, newest first. */
export const jobOverviewSchema = z.object({
  name: jobNameSchema,
  title: z.string(),
  /** The Croner pattern, or null when the job is switched off. */
  pattern: z.string().nullable(),
  timezone: z.string(),
  nextRunAt: z.iso.datetime().nullable(),
  runs: z.array(jobRunSchema),
});
export type JobOverview = z.infer<typeof jobOverviewSchema>;

/** What whoever asked for a run is told when it has ended; the reasons are for admins. */
export const runOutcomeSchema = jobRunSchema
  .pick({ job: true, state: true, counts: true, error: true })
  .extend({
    failedSources: z.int(),
  });
export type RunOutcome = z.infer<typeof runOutcomeSchema>;

/** What a call that starts a job answers. */
export const startedJobSchema = z.object({ message: z.string(), jobId: idSchema });
export type StartedJob = z.infer<typeof startedJobSchema>;

/** How far a run is. */
export const jobProgressSchema = jobRunSchema.pick({ done: true, total: true });
export type JobProgress = z.infer<typeof jobProgressSchema>;
