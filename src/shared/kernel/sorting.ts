/** Column and direction by which a table is sorted. */
export interface Sort<Column extends string> {
  column: Column;
  direction: "asc" | "desc";
}

/** Returns the sort after a click: ascending for another column, reversed for the same one. */
export function nextSort<Column extends string>(current: Sort<Column> | null, column: Column): Sort<Column> {
  const isSame = current?.column === column;
  return { column, direction: isSame && current.direction === "asc" ? "desc" : "asc" };
}

/** Sorts by one field: dates as times, numbers as such, all others as lowercase strings, missing values as empty ones. */
export function sortRows<Row, Column extends string & keyof Row>(
  rows: readonly Row[],
  sort: Sort<Column> | null,
  dateColumns: readonly Column[] = [],
): Row[] {
  if (sort === null) return [...rows];
  const isDate = dateColumns.includes(sort.column);
  const key = (row: Row) => {
    const value = row[sort.column];
    if (isDate) return Date.parse(String(value)) || 0;
    return typeof value === "number" ? value : String(value ?? "").toLowerCase();
  };
  const sign = sort.direction === "asc" ? 1 : -1;
  return rows
    .map((row) => ({ row, key: key(row) }))
    .toSorted((a, b) => (a.key < b.key ? -sign : a.key > b.key ? sign : 0))
    .map(({ row }) => row);
}
