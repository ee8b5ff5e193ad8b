import papaparse from "papaparse";

/** As indented JSON: an array of objects with these fields. */
export function rowsAsJson<Field extends string>(
  rows: readonly Readonly<Record<Field, unknown>>[],
  fields: readonly Field[],
): string {
  const told = rows.map((row) => Object.fromEntries(fields.map((field) => [field, row[field]])));
  return `${JSON.stringify(told, null, 2)}\n`;
}

const BYTE_ORDER_MARK = "\uFEFF";

/**
 * A spreadsheet would run a cell that begins so; an apostrophe before it makes it plain text. A cell that has one there
 * already gets another, so that an import can take off the right one.
 */
// eslint-disable-next-line no-control-regex -- NUL is dropped by some spreadsheets, which then see what follows
const FORMULA_START = /^'*[=+\-@\t\r\n\u0000]/;

type Cell = string | number | null | readonly string[];

const textOf = (cell: Cell) => (Array.isArray(cell) ? cell.join("; ") : String(cell ?? ""));

/** As RFC 4180 text for spreadsheets: byte order mark, CRLF, the names of the columns first, no live formulas. */
export function rowsAsCsv<Column extends string>(
  rows: readonly Readonly<Record<Column, Cell>>[],
  columns: readonly Column[],
): string {
  const table = [[...columns], ...rows.map((row) => columns.map((column) => textOf(row[column])))];
  const text = papaparse.unparse(table, { newline: "\r\n", escapeFormulae: FORMULA_START });
  return `${BYTE_ORDER_MARK}${text}\r\n`;
}
