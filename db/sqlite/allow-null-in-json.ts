import { type QueryExecutorProvider, sql } from "kysely";

/**
 * Replaces a nullable JSON column by one whose check allows null. Before SQLite 3.45, `json_valid(null)` is 0 instead
 * of null. So the `sqlite3` program of Debian 12 (3.40) reports healthy rows and can't load its own dump. SQLite can't
 * change the check of a column. This rewrites the whole table: don't use it for large ones.
 */
export async function allowNullInJson(
  db: QueryExecutorProvider,
  table: string,
  column: string,
): Promise<void> {
  const [of, from, to] = [sql.table(table), sql.ref(column), sql.ref(`${column}_checked`)];
  const steps = [
    sql`alter table ${of} add column ${to} text check (${to} is null or json_valid(${to}))`,
    sql`update ${of} set ${to} = ${from} where ${from} is not null`,
    sql`alter table ${of} drop column ${from}`,
    sql`alter table ${of} rename column ${to} to ${from}`,
  ];
  for (const step of steps) await step.execute(db);
}
