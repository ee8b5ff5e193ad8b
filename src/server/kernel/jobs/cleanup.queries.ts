import { type RawBuilder, sql } from "kysely";

import type { Db } from "#db/database.ts";
import { type Engine, engineOf } from "#db/engine.ts";
import type { Schema } from "#db/schema.ts";
import { UPLOADS_FOLDER } from "#shared/image-rules.ts";

/** What the operator decides. */
interface Limits {
  /** What one person can upload. */
  uploadQuotaBytes: number;
  uploadQuotaFiles: number;
  /** 0 for good. */
  activityKeepDays: number;
}

/** Rows of one kind that nobody needs any more. */
export interface Cleanup {
  /** What they are called in the counts of a run. */
  name: string;
  table: keyof Schema;
  /** How long they are kept after their time, in days; null for good. */
  days: number | ((limits: Limits) => number | null);
  /** How many go at once, where that is not the usual few. */
  atOnce?: number;
  /** Which rows of the table go, those from before `before` at most. */
  isDue(before: string, limits: Limits, engine: Engine): RawBuilder<unknown>;
}

const KEPT_RUNS_PER_JOB = 100;
/** Names of uploaded images begin with a UUID. */
const UUID_LENGTH = 36;

/** All that is cleared away by itself, but for what was deleted too long ago. The history of items is there for good. */
export const cleanups: readonly Cleanup[] = [
  { name: "sessions", table: "session", days: 0, isDue: (before) => sql`expire <= ${before}` },
  // Those that were used are gone already.
  {
    name: "one-time links",
    table: "one_time_links",
    days: 0,
    isDue: (before) => sql`${sql.ref("expiresAt")} <= ${before}`,
  },
  // So long whoever still uses one is told why it does not work.
  {
    name: "API tokens",
    table: "api_tokens",
    days: 90,
    isDue: (before) => sql`coalesce(${sql.ref("revokedAt")}, ${sql.ref("expiresAt")}) <= ${before}`,
  },
  // Uploaded and never saved, or replaced. A form may stay open over a weekend.
  {
    name: "images",
    table: "images",
    days: 7,
    isDue: (before, _limits, engine) => isUnused(before, engine),
  },
  // Whoever soon can't upload any more gets the room back sooner.
  {
    name: "images over half the quota",
    table: "images",
    days: 1,
    isDue: (before, { uploadQuotaBytes, uploadQuotaFiles }, engine) => {
      const owner = sql.ref("userId");
      return sql`${isUnused(before, engine)} and ${owner} in (
        select ${owner}
        from images
        group by ${owner}
        having sum(size) > ${Math.floor(uploadQuotaBytes / 2)} or count(*) > ${Math.floor(uploadQuotaFiles / 2)})`;
    },
  },
  {
    name: "old runs",
    table: "job_runs",
    days: 0,
    isDue: () => sql`state <> 'running' and id not in (
      select id
      from (
        select id, row_number() over (partition by job order by ${sql.ref("startedAt")} desc) as place from job_runs
      ) as placed
      where place <= ${KEPT_RUNS_PER_JOB})`,
  },
  // Of feeds that nobody reads any more.
  {
    name: "feed replies",
    table: "feed_replies",
    days: 30,
    isDue: (before) => sql`${sql.ref("askedAt")} <= ${before}`,
  },
  // The limits are of one day.
  {
    name: "AI call counts",
    table: "ai_usage",
    days: 30,
    isDue: (before) => sql`day < ${before.slice(0, 10)}`,
  },
  // Never the last one, after which the next has its number.
  {
    name: "old events",
    table: "events",
    days: ({ activityKeepDays }) => activityKeepDays || null,
    atOnce: 500,
    isDue: (before) => sql`at <= ${before} and seq < (select max(seq) from events)`,
  },
  {
    name: "old account events",
    table: "account_events",
    days: ({ activityKeepDays }) => activityKeepDays || null,
    atOnce: 500,
    isDue: (before) => sql`at <= ${before}`,
  },
];

const isUnused = (before: string, engine: Engine) =>
  sql`${sql.ref("createdAt")} <= ${before}
    and substr(file, 1, ${sql.lit(UUID_LENGTH)}) not in (${imagesInUse(engine)})`;

/** The UUIDs of all uploaded images that something names, by a path or a whole address; former versions and what can come back count too. */
function imagesInUse(engine: Engine) {
  const position = engine.positionOf(sql.ref("address"), UPLOADS_FOLDER);
  return sql`
    select substr(address, ${position} + ${sql.lit(UPLOADS_FOLDER.length)}, ${sql.lit(UUID_LENGTH)})
    from (
      select ${sql.ref("logoUrl")} as address from ai_tools
      union all select ${sql.ref("exampleImageUrl")} from prompts
      union all select ${sql.ref("imageUrl")} from readings
      union all select image from item_versions where image is not null
      union all select image from deletions where image is not null
    ) as used
    where ${position} > 0`;
}

/** Deletes at most `limit` rows that are due; returns how many that were. */
export async function deleteSome(
  db: Db,
  limits: Limits,
  { table, isDue }: Cleanup,
  before: string,
  limit: number,
): Promise<number> {
  const engine = engineOf(db);
  const due = sql`
    select ${engine.rowKey()} from ${sql.table(table)} where ${isDue(before, limits, engine)} limit ${limit}`;
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where ${engine.rowKey()} in (${due})`.execute(db);
  return Number(numAffectedRows);
}
