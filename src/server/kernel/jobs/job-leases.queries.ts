import { sql } from "kysely";

import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import type { JobRunRow } from "#db/schema.ts";
import type { JobName } from "#shared/operations/jobs.ts";

/** Lease duration. Without renewal, the run's process then counts as dead. */
const LEASE_MS = 30_000;

export interface Lease extends Pick<JobRunRow, "id" | "owner" | "processId" | "leaseUntil"> {
  /** Current time by the clock of `leaseUntil`. */
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

/** Returns the run for a slot, whatever its outcome. */
export const findRunOfSlot = (db: Db, job: JobName, slot: string) =>
  db.selectFrom("job_runs").select("id").where("job", "=", job).where("slot", "=", slot).executeTakeFirst();

const leases = (db: Db) =>
  db
    .selectFrom("job_runs")
    .select(["id", "owner", "processId", "leaseUntil", engineOf(db).now().as("databaseTime")])
    .where("state", "=", "running");

export const findLease = (db: Db, job: JobName): Promise<Lease | undefined> =>
  leases(db).where("job", "=", job).executeTakeFirst();

export const listLeases = (db: Db): Promise<Lease[]> => leases(db).execute();

/** Renews a lease from now on. Returns false if the run has ended. */
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
export async function interruptLost(db: Db, { id, leaseUntil }: Lease, finishedAt: string): Promise<void> {
  await db
    .updateTable("job_runs")
    .set({ state: "interrupted", finishedAt })
    .where("id", "=", id)
    .where("state", "=", "running")
    .where("leaseUntil", "=", leaseUntil)
    .execute();
}
