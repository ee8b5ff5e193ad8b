import { type QueryExecutorProvider, sql } from "kysely";

import { engineOf } from "../engine.ts";

/** Datasets that the team uses. */
export async function datasets(db: QueryExecutorProvider): Promise<void> {
  const engine = engineOf(db);
  const TEXT = engine.text();
  await sql`create table datasets (
    id ${TEXT} not null primary key,
    name ${TEXT} not null,
    licence ${TEXT},
    url ${TEXT},
    tags ${TEXT} not null,
    notes ${TEXT},
    "dateUpdated" ${TEXT} not null,
    "userId" ${TEXT} not null references users (id),
    revision ${engine.bigInteger()} not null default 1
  ) ${engine.tableOptions()}`.execute(db);
  await sql`create index datasets_newest on datasets ("dateUpdated" desc, id desc)`.execute(db);
  await engine.searchItems(db, ["dataset", "datasets", "name"]);
  await engine.noteChanges(db, "datasets");
}
