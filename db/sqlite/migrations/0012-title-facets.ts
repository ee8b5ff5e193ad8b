import { type QueryExecutorProvider, sql } from "kysely";

/** Adds whole titles to the search index. Existing content is indexed again in the background. */
export async function titleFacets(db: QueryExecutorProvider): Promise<void> {
  await sql`insert into settings (key, value)
    select 'searchBackfill', '{"kind":"tool","after":""}' where exists (select 1 from search_docs)
    on conflict (key) do update set value = excluded.value`.execute(db);
}
