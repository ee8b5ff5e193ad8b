/** Letters of right-to-left scripts. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/**
 * Isolates the text direction of a name in a plain sentence, so that the name doesn't reorder the words around it. A
 * mark at the beginning makes the sentence left-to-right, because `dir="auto"` considers isolated text too. Returns a
 * sentence with isolated names unchanged.
 */
export const isolate = (name: string): string =>
  isRightToLeft(name) && !name.includes("\u2068") ? `\u200e\u2068${name}\u2069` : name;

/**
 * Matches the beginning of a cell that spreadsheets would run as a formula. Some programs accept full-width characters
 * too. An apostrophe before it makes it plain text. A cell that already has one gets another, so that an import removes
 * the right one.
 */
// eslint-disable-next-line no-control-regex -- NUL is dropped by some spreadsheets, which then see what follows
export const FORMULA_START = /^'*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r\n\u0000]/u;

/** True if an export added an apostrophe to a cell. */
export const hasFormulaEscape = (cell: string): boolean => cell.startsWith("'") && FORMULA_START.test(cell);

/** Escapes a text for HTML content and quoted attributes. */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");

/** Escapes a text for HTML and isolates its direction from adjacent texts. */
export const isolateHtml = (text: string): string =>
  isRightToLeft(text) ? `<bdi>${escapeHtml(text)}</bdi>` : escapeHtml(text);
