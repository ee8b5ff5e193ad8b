/**
 * Beginning of a cell that spreadsheets would run as a formula, in some programs also with full-width characters. An
 * apostrophe before it makes it plain text. A cell that already has one gets another, so that an import removes the
 * right one.
 */
// eslint-disable-next-line no-control-regex -- NUL is dropped by some spreadsheets, which then see what follows
export const FORMULA_START = /^'*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r\n\u0000]/u;

/** True if an export added an apostrophe to a cell. */
export const isGuarded = (cell: string): boolean => cell.startsWith("'") && FORMULA_START.test(cell);
