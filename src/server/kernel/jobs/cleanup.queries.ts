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
   * Columns with the time from which `days` counts: the first that is not null. If empty, `condition` alone selects the
   * rows.
   */
  timeColumns: readonly string[];
  /** Days until rows are deleted; null for never. */
  days: number | ((limits: CleanupLimits) => number | null);
  /** Number of rows per statement, if it differs from the usual one. */
  batchSize?: number;
  /** Further condition for a row to be deleted. */
  condition?(limits: CleanupLimits, engine: Engine): RawBuilder<unknown>;
}

const MAX_RUNS_PER_JOB = 100;

/** Cleanup of the kernel's own tables. The history of items has no limit. */
export const kernelCleanup: readonly Cleanup[] = [
  {
    name: "old runs",
    table: "job_runs",
    timeColumns: ["startedAt"],
    days: 0,
    condition: () => sql`state <> 'running' and id not in (
      select id
      from (
        select id, row_number() over (partition by job order by ${sql.ref("startedAt")} desc) as place from job_runs
      ) as placed
      where place <= ${MAX_RUNS_PER_JOB})`,
  },
  {
    name: "old undos",
    table: "import_undos",
    timeColumns: ["startedAt"],
    days: 1,
    condition: () => sql`stage = 'done'`,
  },
  // Never the last one, because its number would be reused.
  {
    name: "old events",
    table: "events",
    timeColumns: ["at"],
    days: ({ activityKeepDays }) => activityKeepDays || null,
    batchSize: 200,
    condition: () => sql`seq < (select max(seq) from events)`,
  },
];

/** Deletes at most `limit` due rows and returns their number. */
export async function deleteDueRows(
  db: Db,
  limits: CleanupLimits,
  { table, timeColumns, condition }: Cleanup,
  before: string,
  limit: number,
): Promise<number> {
  const engine = engineOf(db);
  const columns = timeColumns.map((column) => sql.ref(column));
  const time = columns.length > 1 ? sql`coalesce(${sql.join(columns)})` : columns[0];
  const due = sql`
    select ${engine.rowKey()} from ${sql.table(table)}
    where ${time ? sql`${time} <= ${before}` : sql`true`} ${condition ? sql`and ${condition(limits, engine)}` : sql``} limit ${limit}`;
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where ${engine.rowKey()} in (${due})`.execute(db);
  return Number(numAffectedRows);
}
