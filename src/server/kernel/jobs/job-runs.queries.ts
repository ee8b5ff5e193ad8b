import { z } from "zod";

import type { Db } from "#db/database.ts";
import type { JobRunRow } from "#db/schema.ts";
import {
  sourceFailureSchema,
  jobNameSchema,
  type JobName,
  type JobRun,
  jobTriggerSchema,
} from "#shared/operations/jobs.ts";

/** Number of runs per job that the nightly cleanup retains. */
const MAX_RUN_ENDS = 100;

const countsColumn = z.record(z.string(), z.number());
const sourceErrorsColumn = z.array(sourceFailureSchema);

const toRun = (row: JobRunRow): JobRun => ({
  id: row.id,
  job: jobNameSchema.parse(row.job),
  trigger: jobTriggerSchema.parse(row.trigger),
  state: row.state,
  startedAt: row.startedAt,
  finishedAt: row.finishedAt,
  done: row.done,
  total: row.total,
  counts: countsColumn.parse(JSON.parse(row.counts)),
  sourceErrors: sourceErrorsColumn.parse(JSON.parse(row.sourceErrors)),
  error: row.error,
});

export async function findRun(db: Db, id: string): Promise<JobRun | undefined> {
  const row = await db.selectFrom("job_runs").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toRun(row);
}

/** Returns the last runs of a job, newest first. */
export async function listRuns(db: Db, job: JobName, limit: number): Promise<JobRun[]> {
  const rows = await db
    .selectFrom("job_runs")
    .selectAll()
    .where("job", "=", job)
    .orderBy("startedAt", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map(toRun);
}

/** Returns the ends of all stored runs of a job, newest first, without their results. */
export const listRunEnds = (db: Db, job: JobName) =>
  db
    .selectFrom("job_runs")
    .select(["state", "startedAt", "finishedAt", "error"])
    .where("job", "=", job)
    .orderBy("startedAt", "desc")
    .orderBy("id", "desc")
    .limit(MAX_RUN_ENDS)
    .execute();

export type RunChanges = Partial<
  Pick<JobRun, "state" | "finishedAt" | "done" | "total" | "counts" | "sourceErrors" | "error">
>;

/** Updates a run that has not ended yet. */
export const updateRun = (db: Db, id: string, { counts, sourceErrors, ...rest }: RunChanges) =>
  db
    .updateTable("job_runs")
    .set({
      ...rest,
      ...(counts && { counts: JSON.stringify(counts) }),
      ...(sourceErrors && { sourceErrors: JSON.stringify(sourceErrors) }),
    })
    .where("id", "=", id)
    .where("state", "=", "running")
    .returning("startedBy")
    .executeTakeFirst();

export const findFirstAccount = (db: Db) =>
  db.selectFrom("users").select("createdAt").orderBy("createdAt").limit(1).executeTakeFirst();
