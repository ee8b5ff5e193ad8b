// What a reading has one field for stands in several columns of Zotero's CSV export, whose columns never change
// (https://www.zotero.org/support/kb/exporting).
const MARKS = ["Item Type", "Abstract Note", "Manual Tags"];

type Row = Record<string, unknown>;

const isZoteroRow = (row: unknown): row is Row =>
  typeof row === "object" && row !== null && MARKS.every((column) => Object.hasOwn(row, column));

/** Rows of a Zotero CSV as a reading's fields have them: authors by name, notes and tags whole; other rows as they are. */
export function gatherZoteroColumns(rows: readonly unknown[]): readonly unknown[] {
  if (!rows.some(isZoteroRow)) return rows;
  return rows.map((row) => (isZoteroRow(row) ? gather(row) : row));
}

function gather(row: Row): Row {
  const cell = (column: string): string => {
    const value = row[column];
    return typeof value === "string" ? value.trim() : "";
  };
  const gathered = (separator: string, cells: readonly string[]) =>
    [...new Set(cells.filter((text) => text !== ""))].join(separator);
  return {
    ...row,
    Author: namesIn(cell("Author")) || namesIn(cell("Editor")) || cell("Publisher"),
    Notes: gathered("\n", [
      cell("Notes")
        .replaceAll(/<[^<>]*>/gu, " ")
        .trim(),
      cell("Abstract Note"),
      cell("Url"),
      cell("DOI").replace(/^(?=10\.)/u, "https://doi.org/"),
    ]),
    "Manual Tags": gathered("; ", [cell("Manual Tags"), cell("Automatic Tags")]),
  };
}

/** "Dean, Jeff; Le, Quoc" are "Jeff Dean, Quoc Le"; an institution has no comma. */
const namesIn = (names: string): string =>
  names
    .split(";")
    .map((name) => {
      const [last = "", ...others] = name.split(",").map((part) => part.trim());
      return [...others, last].filter((part) => part !== "").join(" ");
    })
    .filter((name) => name !== "")
    .join(", ");
