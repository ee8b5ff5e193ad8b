import type { Database } from "better-sqlite3";

/** Number of rows by table. */
export type RowCounts = ReadonlyMap<string, number>;

/** Counts the rows of all tables, including those of full-text indexes. */
export function countRows(sqlite: Database): RowCounts {
  const names = sqlite
    .prepare<[], string>("select name from sqlite_schema where type = 'table' and rootpage > 0")
    .pluck()
    .all();
  return new Map(
    names.map((name) => {
      const count = sqlite.prepare<[], number>(`select count(*) from "${name.replaceAll('"', '""')}"`);
      return [name, count.pluck().get() ?? 0];
    }),
  );
}

/** Returns the tables with fewer rows in the copy than in the original, both before and after copying. */
export function findShortTables(copy: RowCounts, before: RowCounts, after: RowCounts): string[] {
  return [...before.keys()].filter((name) => {
    const least = Math.min(before.get(name) ?? 0, after.get(name) ?? 0);
    return (copy.get(name) ?? 0) < least;
  });
}
