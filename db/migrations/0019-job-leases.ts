import { type QueryExecutorProvider, sql } from "kysely";

import { engineOf } from "../engine.ts";

/** The process that runs a job, its lease, and the scheduled time of a run. */
export async function jobLeases(db: QueryExecutorProvider): Promise<void> {
  const statements = [
    sql`alter table job_runs add column "owner" text not null default ''`,
    sql`alter table job_runs add column "leaseUntil" ${engineOf(db).bigInteger()} not null default 0`,
    sql`alter table job_runs add column "slot" text`,
    sql`create unique index job_runs_slots on job_runs (job, "slot") where "slot" is not null`,
  ];
  for (const statement of statements) await statement.execute(db);
}
