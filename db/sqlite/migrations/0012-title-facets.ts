import { type QueryExecutorProvider, sql } from "kysely";

/** The search index learns whole titles: what is in it is read once more in the background. */
export async function titleFacets(db: QueryExecutorProvider): Promise<void> {
  await sql`insert into settings (key, value)
    select 'searchBackfill', '{"kind":"tool","after":""}' where exists (select 1 from search_docs)
    on conflict (key) do update set value = excluded.value`.execute(db);
}
