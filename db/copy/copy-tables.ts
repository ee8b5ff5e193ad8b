import { type RawBuilder, sql, type Transaction } from "kysely";

import type { Db } from "../database.ts";
import type { Schema } from "../schema.ts";
import { SERVED_NAME } from "../sqlite/files/lock.ts";

/** Last ids assigned. They are never reused, even after their rows are deleted. */
interface Counters {
  commentPosition: number;
  eventSeq: number;
}

/** Engine-specific steps of a copy, apart from the tables. */
export interface CopyEnd {
  /** Name shown to operators. Two databases with the same name are the same database. */
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
export interface CopyPlan {
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

/** For rows that can be megabytes long. */
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
