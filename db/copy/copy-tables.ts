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
  how: "copied" | "counted" | "rebuilt";
  /** Columns that define the read order. Sessions are read in the order of their creation instead. */
  key: readonly string[];
  /** Maximum number of rows in memory. */
  rowsAtOnce: number;
  /** Columns that the target fills itself, or that only one engine has. */
  without: readonly string[];
  /** Filter for the rows to compare. Counters at zero may be missing. */
  where: RawBuilder<boolean> | null;
}

type Key<Table extends keyof Schema> = readonly (keyof Schema[Table] & string)[];
type Extras = Partial<Pick<CopyPlan, "rowsAtOnce" | "without" | "where">>;

const plan = (how: CopyPlan["how"], key: readonly string[], extras: Extras = {}): CopyPlan => ({
  how,
  key,
  rowsAtOnce: 500,
  without: [],
  where: null,
  ...extras,
});

const copied = <Table extends keyof Schema>(key: Key<Table>, extras?: Extras) => plan("copied", key, extras);

const counted = <Table extends keyof Schema>(key: Key<Table>, count?: keyof Schema[Table] & string) =>
  plan("counted", key, count === undefined ? {} : { where: sql<boolean>`${sql.ref(count)} > 0` });

/** Batch size for rows that can be megabytes long. */
const FEW = { rowsAtOnce: 4 };

/** All tables, each after the tables it references. */
export const COPY_PLANS: Readonly<Record<keyof Schema, CopyPlan>> = {
  settings: copied<"settings">(["key"], {
    where: sql<boolean>`key not in (${SEARCH_BACKFILL}, ${SERVED_NAME})`,
  }),
  users: copied<"users">(["id"]),
  former_usernames: copied<"former_usernames">(["hash"]),
  account_events: copied<"account_events">(["id"]),
  session: copied<"session">(["sid"], { without: ["arrival"] }),
  one_time_links: copied<"one_time_links">(["tokenHash"]),
  provider_accounts: copied<"provider_accounts">(["issuer", "subject"]),
  api_tokens: copied<"api_tokens">(["id"]),
  feed_tokens: copied<"feed_tokens">(["id"]),
  channels: copied<"channels">(["id"]),
  deliveries: copied<"deliveries">(["id"]),
  mail_settings: copied<"mail_settings">(["userId"]),
  item_ids: copied<"item_ids">(["id"]),
  ai_tools: copied<"ai_tools">(["id"]),
  prompts: copied<"prompts">(["id"], { rowsAtOnce: 100 }),
  prompt_names: copied<"prompt_names">(["promptId"]),
  prompt_stars: copied<"prompt_stars">(["promptId", "userId"]),
  prompt_ratings: copied<"prompt_ratings">(["promptId", "toolId", "version", "userId"]),
  readings: copied<"readings">(["id"]),
  comments: copied<"comments">(["position"]),
  comment_reads: copied<"comment_reads">(["userId", "kind", "itemId"]),
  comment_mentions: copied<"comment_mentions">(["commentId", "start"]),
  watches: copied<"watches">(["userId", "kind", "itemId"]),
  inbox_entries: copied<"inbox_entries">(["eventSeq", "userId"]),
  inbox_queue: copied<"inbox_queue">(["eventSeq"]),
  item_versions: copied<"item_versions">(["kind", "itemId", "revision"], { rowsAtOnce: 100 }),
  images: copied<"images">(["file"], { ...FEW, without: ["size"] }),
  pictures: copied<"pictures">(["url"], FEW),
  feed_replies: copied<"feed_replies">(["address"], FEW),
  job_runs: copied<"job_runs">(["id"]),
  research_papers: copied<"research_papers">(["place"]),
  paper_marks: copied<"paper_marks">(["userId", "place"]),
  paper_neighbours: copied<"paper_neighbours">(["paperId", "otherId"]),
  paper_scores: copied<"paper_scores">(["userId", "paperId"]),
  paper_queue: copied<"paper_queue">(["task", "id"]),
  news_articles: copied<"news_articles">(["place"]),
  news_marks: copied<"news_marks">(["userId", "place"]),
  news_readers: copied<"news_readers">(["userId"]),
  news_feeds: copied<"news_feeds">(["id"], { rowsAtOnce: 100 }),
  source_states: copied<"source_states">(["source"]),
  ai_usage: copied<"ai_usage">(["day", "userId"]),
  events: copied<"events">(["seq"]),
  cursors: copied<"cursors">(["userId", "name"]),
  import_undos: copied<"import_undos">(["importId", "userId"]),
  deletions: copied<"deletions">(["id"]),
  deleted_rows: copied<"deleted_rows">(["deletionId", "position"], { rowsAtOnce: 100 }),
  paper_categories: counted<"paper_categories">(["category", "place"]),
  paper_counts: counted<"paper_counts">(["category"], "papers"),
  paper_days: counted<"paper_days">(["day"], "papers"),
  story_counts: counted<"story_counts">(["toolId"], "stories"),
  story_quarters: counted<"story_quarters">(["quarter"], "stories"),
  tool_aliases: copied<"tool_aliases">(["toolId", "folded"]),
  links: copied<"links">(["id"]),
  name_counts: copied<"name_counts">(["folded"]),
  link_queue: copied<"link_queue">(["kind", "itemId"]),
  long_titles: copied<"long_titles">(["head", "kind", "itemId"]),
  verdicts: copied<"verdicts">(["id"]),
  verdict_evidence: copied<"verdict_evidence">(["verdictId", "kind", "itemId"]),
  verdict_votes: copied<"verdict_votes">(["toolId", "userId"]),
  briefs: copied<"briefs">(["id"], { rowsAtOnce: 50 }),
  brief_drafts: copied<"brief_drafts">(["userId", "firstDay", "lastDay"]),
  shared_pages: copied<"shared_pages">(["id"]),
  search_docs: plan("rebuilt", ["docId"]),
  search_queue: plan("rebuilt", ["kind", "itemId"]),
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

/** Reads a table in key order. Waits for `take` to process each batch before reading the next. */
export async function readTable(
  db: Db,
  table: CopyTable,
  take: (rows: readonly Row[]) => Promise<void> | void,
): Promise<TableContent> {
  const hash = createHash("sha256");
  let rows = 0;
  for await (const batch of batchesOf(db, table)) {
    for (const row of batch) hash.update(`${canonical(row, table)}\n`);
    rows += batch.length;
    await take(batch);
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

async function* batchesOf(db: Db, table: CopyTable): AsyncGenerator<readonly Row[]> {
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

const columnsOf = (row: Row, { without }: CopyTable): string[] =>
  Object.keys(row)
    .filter((column) => !without.includes(column))
    .toSorted();

/** Serialises a row to a text that is unique to the row and the same for every engine. */
const canonical = (row: Row, table: CopyTable): string =>
  JSON.stringify(columnsOf(row, table).map((column) => [column, canonicalValue(row[column])]));

function canonicalValue(value: unknown): unknown {
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
    throw explained(error, table, rows);
  }
}

/** Returns storage errors such as a full disk unchanged. Other errors are attributed to these rows. */
function explained(error: unknown, { name, key }: CopyTable, rows: readonly Row[]): unknown {
  const kind = getStorageErrorKind(error);
  if (kind !== undefined && kind !== "duplicate") return error;
  const keyOf = (row: Row = {}) => key.map((column) => String(row[column])).join(" ");
  const reason = error instanceof Error ? error.message : String(error);
  return new DatabaseError(
    `can't store rows of ${name}, from ${keyOf(rows[0])} to ${keyOf(rows.at(-1))} (${reason}); nothing was copied`,
    { cause: error },
  );
}
