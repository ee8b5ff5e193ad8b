/**
 * A spreadsheet would run a cell that begins so, some programs also one with the wide characters of East Asian keyboards;
 * an apostrophe before it makes it plain text. A cell that has one there already gets another, so that an import can take
 * off the right one.
 */
// eslint-disable-next-line no-control-regex -- NUL is dropped by some spreadsheets, which then see what follows
export const FORMULA_START = /^'*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r\n\u0000]/u;

/** Whether an export put an apostrophe before a cell. */
export const isGuarded = (cell: string): boolean => cell.startsWith("'") && FORMULA_START.test(cell);
