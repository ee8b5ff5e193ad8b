import { type QueryExecutorProvider, sql } from "kysely";

import { createFullTextTable, removeFromSearch } from "../full-text.ts";

/** One index of all texts, for ranked search over all kinds. */
export async function search(db: QueryExecutorProvider): Promise<void> {
  await sql`create table search_docs (
    docId integer primary key,
    kind text not null,
    itemId text not null,
    at text not null,
    unique (kind, itemId)
  ) strict`.execute(db);
  await createFullTextTable(
    db,
    "search_words",
    `title, body, people, facets, content='', contentless_delete=1,
    tokenize='porter unicode61 remove_diacritics 2'`,
  );
  for (const [kind, table] of INDEXED) {
    await removeFromSearch(db, kind, table);
  }
  const isFilled = sql.join(
    INDEXED.map(([, table]) => sql`exists (select 1 from ${sql.table(table)})`),
    sql` or `,
  );
  // Existing content may be a million rows, so it is indexed in the background.
  await sql`insert into settings (key, value)
    select 'searchBackfill', '{"kind":"tool","after":""}' where ${isFilled}`.execute(db);
}

export const INDEXED = [
  ["tool", "ai_tools"],
  ["prompt", "prompts"],
  ["reading", "readings"],
  ["comment", "comments"],
  ["article", "news_articles"],
  ["paper", "research_papers"],
] as const;
