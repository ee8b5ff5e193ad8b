import { sql } from "kysely";
import { z } from "zod";

import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
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

/** Returns the outcomes of all stored runs of a job, newest first, without their counts. */
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

/** Lease duration. Once a lease expires, the run's process counts as dead. */
const LEASE_MS = 30_000;

export interface Lease extends Pick<JobRunRow, "id" | "owner" | "processId" | "leaseUntil"> {
  /** Current time by the database's clock, which `leaseUntil` uses. */
  databaseTime: number;
}

const leaseEnd = (db: Db) => sql<number>`${engineOf(db).now()} + ${sql.lit(LEASE_MS)}`;

/**
 * Stores a new run with a lease for its owner. Returns false if the job is already running, or has had a run for the
 * slot.
 */
export async function insertRun(db: Db, row: Omit<JobRunRow, "leaseUntil">): Promise<boolean> {
  const inserted = await db
    .insertInto("job_runs")
    .values({ ...row, leaseUntil: leaseEnd(db) })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Returns the run for a slot, regardless of its outcome. */
export const findRunOfSlot = (db: Db, job: JobName, slot: string) =>
  db.selectFrom("job_runs").select("id").where("job", "=", job).where("slot", "=", slot).executeTakeFirst();

const selectLeases = (db: Db) =>
  db
    .selectFrom("job_runs")
    .select(["id", "owner", "processId", "leaseUntil", engineOf(db).now().as("databaseTime")])
    .where("state", "=", "running");

export const findLease = (db: Db, job: JobName): Promise<Lease | undefined> =>
  selectLeases(db).where("job", "=", job).executeTakeFirst();

export const listLeases = (db: Db): Promise<Lease[]> => selectLeases(db).execute();

/** Renews a lease. Returns false if the run has ended. */
export async function renewLease(db: Db, id: string): Promise<boolean> {
  const renewed = await db
    .updateTable("job_runs")
    .set({ leaseUntil: leaseEnd(db) })
    .where("id", "=", id)
    .where("state", "=", "running")
    .returning("id")
    .executeTakeFirst();
  return renewed !== undefined;
}

/** Sets a run's state to interrupted, unless it has ended or its lease was renewed since it was read. */
export async function interruptAbandonedRun(
  db: Db,
  { id, leaseUntil }: Lease,
  finishedAt: string,
): Promise<void> {
  await db
    .updateTable("job_runs")
    .set({ state: "interrupted", finishedAt })
    .where("id", "=", id)
    .where("state", "=", "running")
    .where("leaseUntil", "=", leaseUntil)
    .execute();
}
