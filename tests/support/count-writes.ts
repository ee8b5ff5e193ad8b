import { sql } from "kysely";

import { isFileUrl } from "#db/database-url.ts";
import type { Db } from "#db/database.ts";
import type { App } from "#server/app.ts";

/** The number of rows written to a test's database, changed or not. */
export async function countWrites({ db, database }: App): Promise<number> {
  if (!isFileUrl(database.url)) await noteWrites(db);
  const { rows } = await (
    isFileUrl(database.url)
      ? sql<{ count: number }>`select total_changes() as count`
      : sql<{
          count: number;
        }>`select case when is_called then last_value else 0 end as count from writes_of_test`
  ).execute(db);
  return rows[0]?.count ?? 0;
}

/** Flushes a server's statistics, which it otherwise reports a second later. */
async function noteWrites(db: Db): Promise<void> {
  const { rows } =
    await sql`select to_regclass('writes_of_test') as name where to_regclass('writes_of_test') is not null`.execute(
      db,
    );
  if (rows.length > 0) return;
  await sql`create sequence writes_of_test`.execute(db);
  await sql`create function note_write() returns trigger language plpgsql as
    $$ begin perform nextval('writes_of_test'); return null; end $$`.execute(db);
  for (const { name } of await db.introspection.getTables()) {
    await sql`create trigger note_write after insert or update or delete on ${sql.table(name)}
      for each row execute function note_write()`.execute(db);
  }
}
