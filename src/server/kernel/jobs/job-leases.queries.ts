import { sql } from "kysely";

import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import type { JobRunRow } from "#db/schema.ts";
import type { JobName } from "#shared/operations/jobs.ts";

/** How long others leave a run to its owner unless it renews the lease; after that, a process that is gone is noticed. */
const LEASE_MS = 30_000;

/** A run, with what shows whether somebody is working on it. */
export interface Lease extends Pick<JobRunRow, "id" | "owner" | "processId" | "leaseUntil"> {
  /** The present time by the same clock as `leaseUntil`. */
  databaseTime: number;
}

const leaseEnd = (db: Db) => sql<number>`${engineOf(db).now()} + ${sql.lit(LEASE_MS)}`;

/**
 * Stores a run that begins, with a lease for its owner; returns false if a run of the same job is under way, or if there
 * has been one for the same slot.
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

/** The run for a slot, whatever came of it. */
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

/** Renews a lease from now on; returns false if the run has ended or another process has ended it. */
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

/** Marks a run as interrupted, unless it has ended or its lease has been renewed since it was read. */
export async function interruptLost(db: Db, { id, leaseUntil }: Lease, finishedAt: string): Promise<void> {
  await db
    .updateTable("job_runs")
    .set({ state: "interrupted", finishedAt })
    .where("id", "=", id)
    .where("state", "=", "running")
    .where("leaseUntil", "=", leaseUntil)
    .execute();
}
