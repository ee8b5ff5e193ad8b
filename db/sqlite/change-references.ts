import { type QueryExecutorProvider, sql } from "kysely";

import type { Engine } from "../engine.ts";

/**
 * Changes foreign keys in the stored table definitions. SQLite has no statement for it, and copying a table of a
 * million rows takes minutes. This method is for changes that no stored row depends on
 * (https://www.sqlite.org/lang_altertable.html). The connection must allow it, as `migrateFile` does.
 */
export const changeReferences: Engine["changeReferences"] = async (db, parent, references) => {
  const changed: { table: string; text: string }[] = [];
  for (const { table, column } of references)
    changed.push({ table, text: withReference(await textOf(db, table), column, parent) });
  await sql`pragma writable_schema = on`.execute(db);
  for (const { table, text } of changed)
    await sql`update sqlite_schema set sql = ${text} where type = 'table' and name = ${table}`.execute(db);
  const { rows } = await sql<{ schema_version: number }>`pragma schema_version`.execute(db);
  await sql`pragma schema_version = ${sql.lit((rows[0]?.schema_version ?? 0) + 1)}`.execute(db);
  await sql`pragma writable_schema = reset`.execute(db);
};

async function textOf(db: QueryExecutorProvider, table: string): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select sql as text from sqlite_schema where type = 'table' and name = ${table}`.execute(db);
  return rows[0]?.text ?? "";
}

function withReference(text: string, column: string, parent: string): string {
  const reference = new RegExp(
    `(\\s"?${column}"?\\s[^,]*?\\breferences\\s+)"?\\w+"?(\\s*\\(\\s*"?id"?\\s*\\))(\\s+on\\s+delete\\s+cascade)?`,
    "iu",
  );
  if (!reference.test(text)) throw new Error(`${column} refers to nothing in: ${text}`);
  return text.replace(reference, `$1${parent}$2`);
}
