/** SQLite takes at most 32,766 values in one statement: enough for so many rows of up to 32 columns. */
const ROWS_PER_STATEMENT = 1000;

/** Rows in portions that one statement can insert. */
export function* inBatches<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    yield rows.slice(start, start + ROWS_PER_STATEMENT);
  }
}
