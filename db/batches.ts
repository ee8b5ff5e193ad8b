import { setImmediate } from "node:timers/promises";

/** So many rows with their indexes take a few milliseconds; SQLite takes at most 32,766 values in one statement. */
const ROWS_PER_STATEMENT = 100;

/** Rows in portions for one statement each. Between them others get their turn: the driver never waits by itself. */
export async function* inBatches<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    if (start > 0) await setImmediate();
    yield rows.slice(start, start + ROWS_PER_STATEMENT);
  }
}
