import { type QueryExecutorProvider, type RawBuilder, sql } from "kysely";

import type { SearchedItems } from "../engine.ts";

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
  // Not "or ignore": the conflict clause of the triggering statement would override it.
  for (const change of ["insert", "update"] as const)
    await sql`create trigger ${sql.ref(`search_${kind}_${change}`)} after ${sql.raw(change)} on ${sql.table(table)} begin
      insert into search_queue (kind, itemId) select ${sql.lit(kind)}, new.id
      where not exists (select 1 from search_queue where kind = ${sql.lit(kind)} and itemId = new.id);
    end`.execute(db);
}

/** Queues these comments for the search index, as the action of a trigger. */
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
