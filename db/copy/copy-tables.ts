import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";

import { type RawBuilder, sql, type Transaction } from "kysely";

import type { Db } from "../database.ts";
import { engineOf } from "../engine.ts";
import { getStorageErrorKind } from "../error-kinds.ts";
import { DatabaseError } from "../errors.ts";
import type { Schema } from "../schema.ts";
import { SERVED_NAME } from "../sqlite/files/lock.ts";

/** Last ids assigned. They are never reused, even after their rows are deleted. */
interface Counters {
  commentPosition: number;
  eventSeq: number;
}

/** Engine-specific steps of a copy, apart from the tables. */
export interface CopyEnd {
  /** Name shown to operators. Two ends with the same name are the same database. */
  name: string;
  /**
   * Returns the schema version without changing anything: 0 for no tables, null for no database. Throws if the
   * database can't be used.
   */
  readVersion(): Promise<number | null>;
  readCounters(db: Db): Promise<Counters>;
  /** Prepares empty tables for a bulk insert, within the transaction that stores the rows. */
  begin(db: Transaction<Schema>): Promise<void>;
  /** Continues the counters of a filled database after these numbers and prepares it for its first queries. */
  finish(db: Transaction<Schema>, counters: Counters): Promise<void>;
}

/** Setting that makes the server index all existing content for search, in small steps. */
export const SEARCH_BACKFILL = "searchBackfill";

/** How a table is handled when a database is copied. */
interface CopyPlan {
  /**
   * `copied`: row by row. `counted`: filled by the target's own triggers, then compared. `rebuilt`: created by the
   * server that opens the target.
   */
  method: "copied" | "counted" | "rebuilt";
  /** Columns that define the read order. Sessions are read in the order of their creation instead. */
  key: readonly string[];
  /** Maximum number of rows in memory. */
  rowsAtOnce: number;
  /** Columns that the target fills itself, or that only one engine has. */
  excludedColumns: readonly string[];
  /** Filter for the rows to compare. Counters at zero may be missing. */
  where: RawBuilder<boolean> | null;
}

type Key<Table extends keyof Schema> = readonly (keyof Schema[Table] & string)[];
type PlanOptions = Partial<Pick<CopyPlan, "rowsAtOnce" | "excludedColumns" | "where">>;

const createPlan = (
  method: CopyPlan["method"],
  key: readonly string[],
  extras: PlanOptions = {},
): CopyPlan => ({
  method,
  key,
  rowsAtOnce: 500,
  excludedColumns: [],
  where: null,
  ...extras,
});

const planCopy = <Table extends keyof Schema>(key: Key<Table>, extras?: PlanOptions) =>
  createPlan("copied", key, extras);

const planComparison = <Table extends keyof Schema>(key: Key<Table>, count?: keyof Schema[Table] & string) =>
  createPlan("counted", key, count === undefined ? {} : { where: sql<boolean>`${sql.ref(count)} > 0` });

/** Batch size for rows that can be megabytes long. */
const SMALL_BATCHES = { rowsAtOnce: 4 };

/** All tables, each after the tables it references. */
export const COPY_PLANS: Readonly<Record<keyof Schema, CopyPlan>> = {
  settings: planCopy<"settings">(["key"], {
    where: sql<boolean>`key not in (${SEARCH_BACKFILL}, ${SERVED_NAME})`,
  }),
  users: planCopy<"users">(["id"]),
  former_usernames: planCopy<"former_usernames">(["hash"]),
  account_events: planCopy<"account_events">(["id"]),
  session: planCopy<"session">(["sid"], { excludedColumns: ["arrival"] }),
  one_time_links: planCopy<"one_time_links">(["tokenHash"]),
  provider_accounts: planCopy<"provider_accounts">(["issuer", "subject"]),
  api_tokens: planCopy<"api_tokens">(["id"]),
  feed_tokens: planCopy<"feed_tokens">(["id"]),
  channels: planCopy<"channels">(["id"]),
  deliveries: planCopy<"deliveries">(["id"]),
  mail_settings: planCopy<"mail_settings">(["userId"]),
  item_ids: planCopy<"item_ids">(["id"]),
  ai_tools: planCopy<"ai_tools">(["id"]),
  prompts: planCopy<"prompts">(["id"], { rowsAtOnce: 100 }),
  prompt_names: planCopy<"prompt_names">(["promptId"]),
  prompt_stars: planCopy<"prompt_stars">(["promptId", "userId"]),
  prompt_ratings: planCopy<"prompt_ratings">(["promptId", "toolId", "version", "userId"]),
  readings: planCopy<"readings">(["id"]),
  comments: planCopy<"comments">(["position"]),
  comment_reads: planCopy<"comment_reads">(["userId", "kind", "itemId"]),
  comment_mentions: planCopy<"comment_mentions">(["commentId", "start"]),
  watches: planCopy<"watches">(["userId", "kind", "itemId"]),
  inbox_entries: planCopy<"inbox_entries">(["eventSeq", "userId"]),
  inbox_queue: planCopy<"inbox_queue">(["eventSeq"]),
  item_versions: planCopy<"item_versions">(["kind", "itemId", "revision"], { rowsAtOnce: 100 }),
  images: planCopy<"images">(["file"], { ...SMALL_BATCHES, excludedColumns: ["size"] }),
  pictures: planCopy<"pictures">(["url"], SMALL_BATCHES),
  feed_replies: planCopy<"feed_replies">(["address"], SMALL_BATCHES),
  job_runs: planCopy<"job_runs">(["id"]),
  research_papers: planCopy<"research_papers">(["place"]),
  paper_marks: planCopy<"paper_marks">(["userId", "place"]),
  paper_neighbours: planCopy<"paper_neighbours">(["paperId", "otherId"]),
  paper_scores: planCopy<"paper_scores">(["userId", "paperId"]),
  paper_queue: planCopy<"paper_queue">(["task", "id"]),
  news_articles: planCopy<"news_articles">(["place"]),
  news_marks: planCopy<"news_marks">(["userId", "place"]),
  news_readers: planCopy<"news_readers">(["userId"]),
  news_feeds: planCopy<"news_feeds">(["id"], { rowsAtOnce: 100 }),
  source_states: planCopy<"source_states">(["source"]),
  ai_usage: planCopy<"ai_usage">(["day", "userId"]),
  events: planCopy<"events">(["seq"]),
  cursors: planCopy<"cursors">(["userId", "name"]),
  import_undos: planCopy<"import_undos">(["importId", "userId"]),
  deletions: planCopy<"deletions">(["id"]),
  deleted_rows: planCopy<"deleted_rows">(["deletionId", "position"], { rowsAtOnce: 100 }),
  paper_categories: planComparison<"paper_categories">(["category", "place"]),
  paper_counts: planComparison<"paper_counts">(["category"], "papers"),
  paper_days: planComparison<"paper_days">(["day"], "papers"),
  story_counts: planComparison<"story_counts">(["toolId"], "stories"),
  story_quarters: planComparison<"story_quarters">(["quarter"], "stories"),
  tool_aliases: planCopy<"tool_aliases">(["toolId", "folded"]),
  links: planCopy<"links">(["id"]),
  name_counts: planCopy<"name_counts">(["folded"]),
  link_queue: planCopy<"link_queue">(["kind", "itemId"]),
  long_titles: planCopy<"long_titles">(["head", "kind", "itemId"]),
  verdicts: planCopy<"verdicts">(["id"]),
  verdict_evidence: planCopy<"verdict_evidence">(["verdictId", "kind", "itemId"]),
  verdict_votes: planCopy<"verdict_votes">(["toolId", "userId"]),
  briefs: planCopy<"briefs">(["id"], { rowsAtOnce: 50 }),
  brief_drafts: planCopy<"brief_drafts">(["userId", "firstDay", "lastDay"]),
  shared_pages: planCopy<"shared_pages">(["id"]),
  search_docs: createPlan("rebuilt", ["docId"]),
  search_queue: createPlan("rebuilt", ["kind", "itemId"]),
};

/** Table prepared for copying. */
export interface CopyTable extends CopyPlan {
  name: string;
}

type Row = Readonly<Record<string, unknown>>;

/** Number of rows in a table and a SHA-256 of all their values. The hash is the same for every engine. */
export interface TableContent {
  rows: number;
  digest: string;
}

/** Reads a table in key order. Waits for `processBatch` to process each batch before reading the next. */
export async function readTable(
  db: Db,
  table: CopyTable,
  processBatch: (rows: readonly Row[]) => Promise<void> | void,
): Promise<TableContent> {
  const hash = createHash("sha256");
  let rows = 0;
  for await (const batch of readBatches(db, table)) {
    for (const row of batch) hash.update(`${serializeRow(row, table)}\n`);
    rows += batch.length;
    await processBatch(batch);
    // Yields to signal handlers and the progress line, because the driver may never wait.
    await setImmediate();
  }
  return { rows, digest: hash.digest("hex") };
}

/** Returns the number of rows to read from a table. */
export async function countRows(db: Db, { name, where }: CopyTable): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)}
    where ${where ?? sql<boolean>`true`}`.execute(db);
  return rows[0]?.rows ?? 0;
}

async function* readBatches(db: Db, table: CopyTable): AsyncGenerator<readonly Row[]> {
  let batch: Row[] = [];
  const { name, key, where, rowsAtOnce } = table;
  const order = name === "session" ? [engineOf(db).sessionOrder()] : key.map((column) => sql.ref(column));
  let query = db
    .selectFrom(sql<Row>`${sql.table(name)}`.as("copied"))
    .selectAll()
    .orderBy(sql`${sql.join(order)}`);
  if (where) query = query.where(where);
  for await (const row of query.stream(rowsAtOnce)) {
    batch.push(row);
    if (batch.length < rowsAtOnce) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const columnsOf = (row: Row, { excludedColumns }: CopyTable): string[] =>
  Object.keys(row)
    .filter((column) => !excludedColumns.includes(column))
    .toSorted();

/** Serialises a row to a text that is unique to the row and the same for every engine. */
const serializeRow = (row: Row, table: CopyTable): string =>
  JSON.stringify(columnsOf(row, table).map((column) => [column, serializeValue(row[column])]));

function serializeValue(value: unknown): unknown {
  if (value === null || typeof value === "string" || Number.isSafeInteger(value)) return value;
  if (value instanceof Uint8Array) return { sha256: createHash("sha256").update(value).digest("hex") };
  throw new DatabaseError(`can't copy a value of the type ${typeof value}`);
}

/** Stores rows with all their columns. Call it within a transaction. */
export async function storeRows(db: Db, table: CopyTable, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = columnsOf(first, table);
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
  const names = columns.map((column) => sql.ref(column));
  try {
    await sql`insert into ${sql.table(table.name)} (${sql.join(names)}) values ${sql.join(values)}`.execute(
      db,
    );
  } catch (error) {
    throw toCopyError(error, table, rows);
  }
}

/** Returns storage errors such as a full disk unchanged. Other errors are attributed to these rows. */
function toCopyError(error: unknown, { name, key }: CopyTable, rows: readonly Row[]): unknown {
  const kind = getStorageErrorKind(error);
  if (kind !== undefined && kind !== "duplicate") return error;
  const keyOf = (row: Row = {}) => key.map((column) => String(row[column])).join(" ");
  const reason = error instanceof Error ? error.message : String(error);
  return new DatabaseError(
    `can't store rows of ${name}, from ${keyOf(rows[0])} to ${keyOf(rows.at(-1))} (${reason}); nothing was copied`,
    { cause: error },
  );
}
