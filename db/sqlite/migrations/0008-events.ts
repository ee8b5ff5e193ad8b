import { type QueryExecutorProvider, sql } from "kysely";

/** Activity events: who did what to which item. Rows are only ever added. */
export async function events(db: QueryExecutorProvider): Promise<void> {
  const statements = [
    sql`create table events (
      seq integer primary key,
      at text not null,
      actorId text references users (id) on delete set null,
      verb text not null,
      kind text not null check (kind in ('tool', 'article', 'paper', 'prompt', 'reading')),
      itemId text not null,
      title text not null,
      detail text not null default '{}' check (json_valid(detail))
    ) strict`,
    sql`create index events_item on events (kind, itemId, seq)`,
    sql`create index events_actor on events (actorId)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
