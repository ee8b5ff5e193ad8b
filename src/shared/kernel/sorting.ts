/** Column and direction by which a table is sorted. */
export interface Sort<Column extends string> {
  column: Column;
  direction: "asc" | "desc";
}

/** Returns the new sort after a click on a column: reversed for the current column, ascending for another. */
export function nextSort<Column extends string>(current: Sort<Column> | null, column: Column): Sort<Column> {
  const isSame = current?.column === column;
  return { column, direction: isSame && current.direction === "asc" ? "desc" : "asc" };
}

/**
 * Sorts rows by one field: dates as times, numbers as numbers, all others as lowercase strings, missing values as empty
 * ones.
 */
export function sortRows<Row, Column extends string & keyof Row>(
  rows: readonly Row[],
  sort: Sort<Column> | null,
  dateColumns: readonly Column[] = [],
): Row[] {
  if (sort === null) return [...rows];
  const isDate = dateColumns.includes(sort.column);
  const sortKeyOf = (row: Row) => {
    const value = row[sort.column];
    if (isDate) return Date.parse(String(value)) || 0;
    return typeof value === "number" ? value : String(value ?? "").toLowerCase();
  };
  const sign = sort.direction === "asc" ? 1 : -1;
  return rows
    .map((row) => ({ row, key: sortKeyOf(row) }))
    .toSorted((a, b) => (a.key < b.key ? -sign : a.key > b.key ? sign : 0))
    .map(({ row }) => row);
}
