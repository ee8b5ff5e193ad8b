import { type QueryExecutorProvider, sql } from "kysely";

import { engineOf } from "../engine.ts";

/**
 * Allows deleting an item before its many dependent rows. These reference a row with its id, which remains until the
 * last of them is moved.
 */
export async function deletionsInPortions(db: QueryExecutorProvider): Promise<void> {
  const engine = engineOf(db);
  const TEXT = engine.text();
  await sql`create table item_ids (id ${TEXT} not null primary key) ${engine.tableOptions()}`.execute(db);
  await sql`insert into item_ids select id from ai_tools union select id from readings`.execute(db);
  for (const table of ["ai_tools", "readings"] as const) await engine.storeIdsIn(db, "item_ids", table);
  await engine.changeReferences(db, "item_ids", [
    { table: "news_articles", column: "toolId" },
    { table: "comments", column: "readingId" },
  ]);
  await sql`alter table deletions add column stage ${TEXT} not null default 'done'
    check (stage in ('done', 'deleting', 'restoring', 'purging'))`.execute(db);
  await sql`create index deletions_unfinished on deletions (id) where stage <> 'done'`.execute(db);
}
