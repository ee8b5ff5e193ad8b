import { sql } from "kysely";

import { isFileUrl } from "#db/database-url.ts";
import type { Schema } from "#db/schema.ts";
import type { App } from "#server/app.ts";

interface Refusal {
  table: keyof Schema;
  change: "insert" | "update" | "delete";
  message: string;
  /** Refuses only the change of the last remaining row. */
  isLast?: boolean;
}

/** Makes the database refuse a change of a table's rows. Returns a function that ends this. */
export async function refuseChanges(
  { db, database }: App,
  { table, change, message, isLast = false }: Refusal,
): Promise<() => Promise<void>> {
  const name = sql.ref(`no_${change}`);
  const on = sql.table(table);
  const one = sql`(select count(*) from ${on}) = 1`;
  if (isFileUrl(database.url)) {
    await sql`create trigger ${name} before ${sql.raw(change)} on ${on} when ${isLast ? one : sql`true`}
      begin select raise(abort, ${sql.lit(message)}); end`.execute(db);
    return async () => void (await sql`drop trigger ${name}`.execute(db));
  }
  await sql`create function ${name}() returns trigger language plpgsql as $$ begin
    if ${isLast ? one : sql`true`} then raise exception ${sql.lit(message)}; end if;
    return coalesce(new, old);
  end $$`.execute(db);
  await sql`create trigger ${name} before ${sql.raw(change)} on ${on}
    for each row execute function ${name}()`.execute(db);
  return async () => void (await sql`drop function ${name}() cascade`.execute(db));
}
