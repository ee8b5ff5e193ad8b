import { type QueryExecutorProvider, sql } from "kysely";

import { engineOf } from "../engine.ts";

/** Withdrawn papers, verdicts and votes in the search index, and read-only API tokens. */
export async function withdrawnPapersAndSearchedVerdicts(db: QueryExecutorProvider): Promise<void> {
  const engine = engineOf(db);
  await sql`alter table research_papers
    add column "isWithdrawn" ${engine.bigInteger()} not null default 0`.execute(db);
  for (const table of ["verdicts", "verdict_votes"] as const) await engine.queueToolsForSearch(db, table);
  // Every tool gets the filter `verdict:`, including tools without a verdict.
  await sql`insert into search_queue (kind, "itemId") select 'tool', id from ai_tools where true
    on conflict (kind, "itemId") do nothing`.execute(db);
  await allowScope(db);
}

/** Rebuilds the table on both engines, because SQLite can't change a check. */
async function allowScope(db: QueryExecutorProvider): Promise<void> {
  const engine = engineOf(db);
  const TEXT = engine.text();
  const statements = [
    sql`create temporary table api_tokens_before as select * from api_tokens`,
    sql`drop table api_tokens`,
    sql`create table api_tokens (
      id ${TEXT} primary key,
      "userId" ${TEXT} not null references users (id) on delete cascade,
      name ${TEXT} not null,
      hash ${TEXT} not null unique,
      prefix ${TEXT} not null,
      scope ${TEXT} not null check (scope in ('read', 'add', 'write')),
      "createdAt" ${TEXT} not null,
      "expiresAt" ${TEXT},
      "lastUsedAt" ${TEXT},
      "lastClient" ${TEXT},
      "revokedAt" ${TEXT}
    ) ${engine.tableOptions()}`,
    sql`insert into api_tokens select * from api_tokens_before`,
    sql`drop table api_tokens_before`,
    sql`create index "api_tokens_userId" on api_tokens ("userId", "createdAt", id)`,
  ];
  for (const statement of statements) await statement.execute(db);
  await engine.noteChanges(db, "api_tokens");
}
