import { type Kysely, type QueryExecutorProvider, sql, type RawBuilder } from "kysely";

import type { SearchedItems } from "../engine.ts";

/** Maximum number of index pages written by one merge step, about 5 ms at a million documents. */
const PAGES_PER_STEP = 64;

/**
 * Creates a full-text table (FTS5) without automatic merges. SQLite would merge during the insert that fills a level,
 * for up to a second at a million documents. Call `mergeFullTextStep` in idle times instead. `definition` contains the
 * columns and options, without parentheses.
 */
export async function createFullTextTable(
  db: QueryExecutorProvider,
  table: string,
  definition: string,
): Promise<void> {
  await sql`create virtual table ${sql.table(table)} using fts5(${sql.raw(definition)})`.execute(db);
  // Numbers are literals, because bound numbers arrive as REAL, which FTS5 rejects.
  for (const [setting, value] of [
    ["automerge", 0],
    ["crisismerge", 1000],
  ] as const) {
    await command(table, setting, value).execute(db);
  }
}

/** Returns the names of all full-text tables of a database. */
export async function listFullTextTables(db: QueryExecutorProvider): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_schema
    where type = 'table' and sql like 'create virtual table%using fts5%'
    order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Merges a few pages of a full-text table. Returns true if there is more to merge. Call it in idle times. */
export const mergeFullTextStep = <Tables>(
  db: Kysely<Tables>,
  table: string,
  pages = PAGES_PER_STEP,
): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const before = await countWrites(transaction);
    await command(table, "merge", pages).execute(transaction);
    // A step with no work to do writes one row (https://www.sqlite.org/fts5.html#the_merge_command).
    return (await countWrites(transaction)) - before > 1;
  });

const command = (table: string, name: string, value: number) =>
  sql`insert into ${sql.table(table)} (${sql.ref(table)}, rank) values (${sql.lit(name)}, ${sql.lit(value)})`;

async function countWrites(db: QueryExecutorProvider): Promise<number> {
  const { rows } = await sql<{ count: number }>`select total_changes() as count`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Quotes a text as one full-text expression, without operators: `say "hi"` → `"say ""hi"""`. */
export const quoteFullText = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Removes deleted rows from the search index, also those deleted by cascade. */
export async function removeFromSearch(db: QueryExecutorProvider, kind: string, table: string) {
  await sql`create trigger ${sql.ref(`search_${kind}_gone`)} after delete on ${sql.table(table)} begin
    delete from search_words
    where rowid = (select docId from search_docs where kind = ${sql.lit(kind)} and itemId = old.id);
    delete from search_docs where kind = ${sql.lit(kind)} and itemId = old.id;
  end`.execute(db);
}

/** Queues new and changed rows for the search index. */
export async function queueForSearch(db: QueryExecutorProvider, kind: string, table: string) {
  // Not "or ignore", because the conflict clause of the triggering statement would override it.
  for (const change of ["insert", "update"] as const)
    await sql`create trigger ${sql.ref(`search_${kind}_${change}`)} after ${sql.raw(change)} on ${sql.table(table)} begin
      insert into search_queue (kind, itemId) select ${sql.lit(kind)}, new.id
      where not exists (select 1 from search_queue where kind = ${sql.lit(kind)} and itemId = new.id);
    end`.execute(db);
}

/** Returns the action of a trigger that queues these comments for the search index. */
export const queueComments = (comments: RawBuilder<unknown>) => sql`insert into search_queue (kind, "itemId")
  select 'comment', id from comments where ${comments}
    and not exists (select 1 from search_queue as queued where queued.kind = 'comment' and queued."itemId" = comments.id)`;

/** Queues the comments on items whose title changes. */
export async function queueCommentsByTitle(
  db: QueryExecutorProvider,
  [kind, table, title]: SearchedItems,
): Promise<void> {
  await sql`create trigger ${sql.ref(`search_${kind}_title`)} after update of ${sql.ref(title)} on ${sql.table(table)}
    when new.${sql.ref(title)} <> old.${sql.ref(title)} begin
      ${queueComments(sql`comments.kind = ${sql.lit(kind)} and comments."itemId" = new.id`)}; end`.execute(
    db,
  );
}

export async function searchItems(db: QueryExecutorProvider, items: SearchedItems): Promise<void> {
  const [kind, table] = items;
  await removeFromSearch(db, kind, table);
  await queueForSearch(db, kind, table);
  await queueCommentsByTitle(db, items);
}
