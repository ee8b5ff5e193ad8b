import papaparse from "papaparse";

const BYTE_ORDER_MARK = "\uFEFF";

/**
 * A spreadsheet would run a cell that begins so; an apostrophe before it makes it plain text. A cell that has one there
 * already gets another, so that an import can take off the right one.
 */
// eslint-disable-next-line no-control-regex -- NUL is dropped by some spreadsheets, which then see what follows
const FORMULA_START = /^'*[=+\-@\t\r\n\u0000]/;

/** RFC 4180 text for spreadsheets: byte order mark, CRLF, the header first, no live formulas. */
export function csvText(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const table = [[...header], ...rows.map((row) => [...row])];
  const text = papaparse.unparse(table, { newline: "\r\n", escapeFormulae: FORMULA_START });
  return `${BYTE_ORDER_MARK}${text}\r\n`;
}
