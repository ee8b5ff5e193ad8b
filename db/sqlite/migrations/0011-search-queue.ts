import { type QueryExecutorProvider, sql } from "kysely";

/** Queue for the search index. Triggers add each change, and the server processes it soon after. */
export async function searchQueue(db: QueryExecutorProvider): Promise<void> {
  await sql`create table search_queue (
    kind text not null,
    itemId text not null,
    primary key (kind, itemId)
  ) strict, without rowid`.execute(db);
  for (const [kind, table] of INDEXED) {
    // Not "or ignore": the conflict clause of the triggering statement would override it.
    for (const change of ["insert", "update"] as const) {
      await sql`create trigger ${sql.ref(`search_${kind}_${change}`)} after ${sql.raw(change)} on ${sql.table(table)} begin
        insert into search_queue (kind, itemId) select ${sql.lit(kind)}, new.id
        where not exists (select 1 from search_queue where kind = ${sql.lit(kind)} and itemId = new.id);
      end`.execute(db);
    }
  }
}

const INDEXED = [
  ["tool", "ai_tools"],
  ["prompt", "prompts"],
  ["reading", "readings"],
  ["comment", "comments"],
  ["article", "news_articles"],
  ["paper", "research_papers"],
] as const;
