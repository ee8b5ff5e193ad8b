import { type RawBuilder, sql } from "kysely";

import type { Db } from "#db/database.ts";
import { type Engine, engineOf } from "#db/engine.ts";
import type { Schema } from "#db/schema.ts";

/** Limits set by the operator. */
interface CleanupLimits {
  /** Maximum size of one user's uploads. */
  uploadQuotaBytes: number;
  uploadQuotaFiles: number;
  /** 0 for no limit. */
  activityKeepDays: number;
}

/** Rows that the nightly cleanup deletes. */
export interface Cleanup {
  /** Name of these rows in the counts of a run. */
  name: string;
  table: keyof Schema;
  /**
   * Columns with the time from which `days` counts: the first that is not null. If empty, `only` alone selects the
   * rows.
   */
  since: readonly string[];
  /** Days until rows are deleted; null for never. */
  days: number | ((limits: CleanupLimits) => number | null);
  /** Number of rows per statement, if it differs from the usual one. */
  atOnce?: number;
  /** Further condition for a row to be deleted. */
  only?(limits: CleanupLimits, engine: Engine): RawBuilder<unknown>;
}

const MAX_RUNS_PER_JOB = 100;

/** Cleanup of the kernel's own tables. The history of items has no limit. */
export const kernelCleanup: readonly Cleanup[] = [
  {
    name: "old runs",
    table: "job_runs",
    since: ["startedAt"],
    days: 0,
    only: () => sql`state <> 'running' and id not in (
      select id
      from (
        select id, row_number() over (partition by job order by ${sql.ref("startedAt")} desc) as place from job_runs
      ) as placed
      where place <= ${MAX_RUNS_PER_JOB})`,
  },
  {
    name: "old undos",
    table: "import_undos",
    since: ["startedAt"],
    days: 1,
    only: () => sql`stage = 'done'`,
  },
  // Never the last one, because its number would be reused.
  {
    name: "old events",
    table: "events",
    since: ["at"],
    days: ({ activityKeepDays }) => activityKeepDays || null,
    atOnce: 200,
    only: () => sql`seq < (select max(seq) from events)`,
  },
];

/** Deletes at most `limit` due rows and returns their number. */
export async function deleteSome(
  db: Db,
  limits: CleanupLimits,
  { table, since, only }: Cleanup,
  before: string,
  limit: number,
): Promise<number> {
  const engine = engineOf(db);
  const times = since.map((column) => sql.ref(column));
  const time = times.length > 1 ? sql`coalesce(${sql.join(times)})` : times[0];
  const due = sql`
    select ${engine.rowKey()} from ${sql.table(table)}
    where ${time ? sql`${time} <= ${before}` : sql`true`} ${only ? sql`and ${only(limits, engine)}` : sql``} limit ${limit}`;
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where ${engine.rowKey()} in (${due})`.execute(db);
  return Number(numAffectedRows);
}
