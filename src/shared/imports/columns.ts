/** More columns than any table of people's has: a CSV with more is refused, of objects those behind them are not looked at. */
export const MAX_IMPORT_COLUMNS = 1000;

/** The columns of rows, in the order in which they first appear. */
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
