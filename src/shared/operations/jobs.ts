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
  "release.check",
] as const;
export const jobNameSchema = z.enum(JOB_NAMES);
export type JobName = z.infer<typeof jobNameSchema>;

/** Reason for a run: scheduled, missed or interrupted, new database, unclean shutdown, or requested by a user. */
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

/** Source that failed while the run continued with the others. */
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
  /** Results, such as `{ "added": 12 }`. */
  counts: z.record(z.string(), z.number()),
  sourceErrors: z.array(sourceFailureSchema),
  error: z.string().nullable(),
});
export type JobRun = z.infer<typeof jobRunSchema>;

/** Job as shown to admins: its next run, and its last runs, newest first. */
export const jobOverviewSchema = z.object({
  name: jobNameSchema,
  title: z.string(),
  /** Croner pattern. Null if the job is switched off. */
  pattern: z.string().nullable(),
  timezone: z.string(),
  nextRunAt: z.iso.datetime().nullable(),
  runs: z.array(jobRunSchema),
});
export type JobOverview = z.infer<typeof jobOverviewSchema>;

/** Outcome for the user who requested the run. Only admins see the failed sources. */
export const runOutcomeSchema = jobRunSchema
  .pick({ job: true, state: true, counts: true, error: true })
  .extend({
    failedSources: z.int(),
  });
export type RunOutcome = z.infer<typeof runOutcomeSchema>;

/** Result of a call that starts a job. */
export const startedJobSchema = z.object({ message: z.string(), jobId: idSchema });
export type StartedJob = z.infer<typeof startedJobSchema>;

export const jobProgressSchema = jobRunSchema.pick({ done: true, total: true });
export type JobProgress = z.infer<typeof jobProgressSchema>;
