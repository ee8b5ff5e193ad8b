import { UnreadableRow } from "#shared/imports/row.ts";
import { foldName } from "#shared/kernel/text-rules.ts";

/** Row of the file with its number, counted from 1. */
interface NumberedRow {
  number: number;
  row: unknown;
}

/** Rows sent in one call. */
export type ImportBatch = NumberedRow[];

interface Batching {
  /** Columns to send. Others are omitted. */
  columns: readonly string[];
  findName: (row: unknown) => string | null;
  maxRows: number;
}

/** Maximum size of a batch. The server accepts bodies of up to 1 MB, which include data around the rows. */
const MAX_BATCH_BYTES = 700_000;

const encoder = new TextEncoder();

/**
 * Splits rows into batches within the limits of a call. Rows with the same name share a batch, because the server can
 * only match them to existing items together. Unreadable rows are omitted.
 */
export function toBatches(rows: readonly unknown[], { columns, findName, maxRows }: Batching): ImportBatch[] {
  const batches: ImportBatch[] = [];
  let batch: ImportBatch | undefined;
  let bytes = 0;
  for (const group of groupByName(rows, findName)) {
    const trimmedRows = group.map(({ number, row }) => ({
      number,
      row: fitIntoCall(pickColumns(row, columns)),
    }));
    const sizes = trimmedRows.map(({ row }) => byteLength(row));
    let isFirst = true;
    for (const [index, row] of trimmedRows.entries()) {
      // The first row of a name reserves space for the others. If they don't fit, they continue in the next batch.
      const needed = isFirst
        ? { rows: trimmedRows.length, bytes: sum(sizes) }
        : { rows: 1, bytes: sizes[index] ?? 0 };
      isFirst = false;
      if (!batch || batch.length + needed.rows > maxRows || bytes + needed.bytes > MAX_BATCH_BYTES) {
        batch = [];
        batches.push(batch);
        bytes = 0;
      }
      batch.push(row);
      bytes += sizes[index] ?? 0;
    }
  }
  return batches;
}

const byteLength = (row: unknown) => encoder.encode(JSON.stringify(row)).length;

/** Truncates very long cells so that a row fits into one call. No field allows a value of that length. */
function fitIntoCall(row: unknown): unknown {
  let fitted = row;
  for (let length = MAX_CELL_LENGTH; byteLength(fitted) > MAX_BATCH_BYTES && length > 1; length /= 2) {
    fitted = truncateCells(row, length);
  }
  return fitted;
}

const MAX_CELL_LENGTH = 2 ** 19;

function truncateCells(row: unknown, length: number): unknown {
  if (typeof row !== "object" || row === null) return row;
  const cells = Object.entries(row).map(([column, cell]: [string, unknown]) => {
    if (typeof cell === "string") return [column, cell.slice(0, length)];
    const text = JSON.stringify(cell) ?? "";
    return [column, text.length > length ? text.slice(0, length) : cell];
  });
  return Object.fromEntries(cells);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Moves rows with the same name next to the first of them. */
function groupByName(
  rows: readonly unknown[],
  findName: (row: unknown) => string | null,
): Iterable<NumberedRow[]> {
  const numberedRows = rows
    .map((row, index) => ({ number: index + 1, row }))
    .filter(({ row }) => !(row instanceof UnreadableRow));
  return Map.groupBy(numberedRows, ({ number, row }) => {
    const name = findName(row);
    return name === null ? number : foldName(name);
  }).values();
}

/** Removes unused columns. A row that is not an object remains unchanged; the server reports its error. */
function pickColumns(row: unknown, columns: readonly string[]): unknown {
  if (typeof row !== "object" || row === null || Array.isArray(row)) return row;
  return Object.fromEntries(Object.entries(row).filter(([column]) => columns.includes(column)));
}
