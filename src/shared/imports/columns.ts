/** Above any real table's size. A CSV with more is rejected; further columns of objects are ignored. */
export const MAX_IMPORT_COLUMNS = 1000;

/** Returns the columns of rows, in order of first appearance. */
export function columnsOf(rows: readonly unknown[]): string[] {
  const columns = new Set<string>();
  for (const row of rows) {
    if (typeof row !== "object" || row === null || Array.isArray(row)) continue;
    for (const column of Object.keys(row)) {
      if (columns.size === MAX_IMPORT_COLUMNS) return [...columns];
      columns.add(column);
    }
  }
  return [...columns];
}
