import { setImmediate } from "node:timers/promises";

/**
 * Inserting 100 rows with their indexes takes a few milliseconds. SQLite accepts at most 32,766 values per statement.
 */
const ROWS_PER_STATEMENT = 100;

/**
 * Splits rows into batches for one statement each. Yields to other work between batches, because the driver never
 * waits by itself.
 */
export async function* inBatches<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    if (start > 0) await setImmediate();
    yield rows.slice(start, start + ROWS_PER_STATEMENT);
  }
}
