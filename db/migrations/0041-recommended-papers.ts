import { type QueryExecutorProvider, sql } from "kysely";

import { engineOf } from "../engine.ts";

/** Similar papers, rankings of papers by stars, and the queue of work on both. */
export async function recommendedPapers(db: QueryExecutorProvider): Promise<void> {
  const engine = engineOf(db);
  const TEXT = engine.text();
  const NUMBER = engine.bigInteger();
  const statements = [
    sql`create table paper_neighbours (
      "paperId" ${TEXT} not null references research_papers (id) on delete cascade,
      "otherId" ${TEXT} not null references research_papers (id) on delete cascade,
      score ${NUMBER} not null,
      primary key ("paperId", "otherId")
    ) ${engine.tableOptions()}`,
    sql`create index "paper_neighbours_otherId" on paper_neighbours ("otherId")`,
    // The team has a ranking too, under an empty id.
    sql`create table paper_scores (
      "userId" ${TEXT} not null,
      "paperId" ${TEXT} not null references research_papers (id) on delete cascade,
      score ${NUMBER} not null,
      "becauseId" ${TEXT},
      words ${TEXT} not null,
      primary key ("userId", "paperId")
    ) ${engine.tableOptions()}`,
    sql`create index "paper_scores_paperId" on paper_scores ("paperId")`,
    sql`create table paper_queue (
      task ${TEXT} not null check (task in ('compare', 'rank')),
      id ${TEXT} not null,
      "after" ${NUMBER},
      version ${TEXT} not null,
      primary key (task, id)
    ) ${engine.tableOptions()}`,
    sql`insert into paper_queue (task, id, version)
      select 'compare', '', 'first' where exists (select 1 from research_papers)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
