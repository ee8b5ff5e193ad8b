import { type QueryExecutorProvider, sql } from "kysely";

/** Tables that processes cache. */
const NOTIFIED_TABLES = [
  "ai_tools",
  "ai_usage",
  "api_tokens",
  "comment_reads",
  "comments",
  "cursors",
  "deletions",
  "events",
  "feed_tokens",
  "images",
  "item_versions",
  "job_runs",
  "news_articles",
  "news_feeds",
  "news_marks",
  "news_readers",
  "one_time_links",
  "paper_marks",
  "prompt_names",
  "prompts",
  "readings",
  "research_papers",
  "session",
  "settings",
  "source_states",
  "users",
] as const;

const CHANGES = [
  ["insert", "new table"],
  ["update", "new table"],
  ["delete", "old table"],
] as const;

/** Notifies every process that listens on `stackloop` of the tables changed by a commit. */
export async function notices(db: QueryExecutorProvider): Promise<void> {
  await sql`create function notice_change() returns trigger language plpgsql as $$
    begin
      if exists (select from changed) then
        perform pg_notify('stackloop', tg_table_name);
      end if;
      return null;
    end $$`.execute(db);
  for (const table of NOTIFIED_TABLES) await addChangeNotifications(db, table);
}

/** Adds change notifications to a table created later. */
export async function addChangeNotifications(db: QueryExecutorProvider, table: string): Promise<void> {
  for (const [change, rows] of CHANGES) {
    await sql`create trigger ${sql.ref(`notice_${change}`)} after ${sql.raw(change)} on ${sql.table(table)}
      referencing ${sql.raw(rows)} as changed for each statement execute function notice_change()`.execute(
      db,
    );
  }
}
