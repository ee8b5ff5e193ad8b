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

/** Reading 500 small rows and folding their names takes a few milliseconds. */
export const ROWS_READ_AT_ONCE = 500;

/**
 * Streams all rows in batches of `ROWS_READ_AT_ONCE`, ordered by a unique text. Yields to other work between batches.
 * `next` returns the batch after a key.
 */
export async function* streamByKey<Row>(
  next: (after: string) => Promise<Row[]>,
  keyOf: (row: Row) => string,
): AsyncGenerator<Row[]> {
  for (let after: string | undefined = ""; after !== undefined;) {
    const rows: Row[] = await next(after);
    yield rows;
    const last = rows[ROWS_READ_AT_ONCE - 1];
    after = last && keyOf(last);
    await setImmediate();
  }
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

/** Parses a row's tags from JSON. A list has thousands of rows, so this skips the much slower schema check. */
export function readTags(json: string): string[] {
  const tags: unknown = JSON.parse(json);
  if (!isTexts(tags)) throw new TypeError(`invalid tags: ${json.slice(0, 100)}`);
  return tags;
}
