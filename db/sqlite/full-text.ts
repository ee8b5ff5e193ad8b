import { type Kysely, type QueryExecutorProvider, sql } from "kysely";

/** Pages of an index that one step of merging writes: about 5 ms at a million documents. */
const PAGES_OF_A_STEP = 64;

/**
 * Creates a full-text table (FTS5) that merges nothing while it is written to. By itself SQLite merges within whichever
 * insert fills a level, and that one takes up to a second at a million documents; here `mergeFullTextStep` does it when
 * nobody waits. `definition` is what stands between the parentheses: columns and options.
 */
export async function createFullTextTable(
  db: QueryExecutorProvider,
  table: string,
  definition: string,
): Promise<void> {
  await sql`create virtual table ${sql.table(table)} using fts5(${sql.raw(definition)})`.execute(db);
  // Literals, since bound numbers arrive as REAL, which FTS5 refuses.
  for (const [setting, value] of [
    ["automerge", 0],
    ["crisismerge", 1000],
  ] as const) {
    await command(table, setting, value).execute(db);
  }
}

/** All full-text tables of a database, by name. */
export async function listFullTextTables(db: QueryExecutorProvider): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_schema
    where type = 'table' and sql like 'create virtual table%using fts5%'
    order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Merges a few pages of a full-text table; returns whether there is more to merge. Call it when nobody waits. */
export const mergeFullTextStep = <Tables>(
  db: Kysely<Tables>,
  table: string,
  pages = PAGES_OF_A_STEP,
): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const before = await countWrites(transaction);
    await command(table, "merge", pages).execute(transaction);
    // One row is what a step writes that found nothing to do (https://www.sqlite.org/fts5.html#the_merge_command).
    return (await countWrites(transaction)) - before > 1;
  });

const command = (table: string, name: string, value: number) =>
  sql`insert into ${sql.table(table)} (${sql.ref(table)}, rank) values (${sql.lit(name)}, ${sql.lit(value)})`;

async function countWrites(db: QueryExecutorProvider): Promise<number> {
  const { rows } = await sql<{ count: number }>`select total_changes() as count`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Any text as one full-text expression, so that nothing in it is read as an operator: `say "hi"` → `"say ""hi"""`. */
export const quoteFullText = (text: string): string => `"${text.replaceAll('"', '""')}"`;
