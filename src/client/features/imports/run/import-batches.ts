import { UnreadableRow } from "#shared/imports/row.ts";
import { foldName } from "#shared/kernel/text-rules.ts";

/** A row of the file with its place in it, counted from 1. */
interface NumberedRow {
  number: number;
  row: unknown;
}

/** Rows that travel in one call. */
export type ImportBatch = NumberedRow[];

interface Batching {
  /** The columns that the import reads: the others stay at home. */
  columns: readonly string[];
  findName: (row: unknown) => string | null;
  maxRows: number;
}

/** The server takes bodies of 1 MB; this leaves room for what stands around the rows. */
const MAX_BATCH_BYTES = 700_000;

const encoder = new TextEncoder();

/**
 * Parts rows into calls, never too many or too large for one. Rows with the same name travel together: only beside each other
 * can the server tell which of them is which of those that it has. Rows that could not be read stay at home.
 */
export function toBatches(rows: readonly unknown[], { columns, findName, maxRows }: Batching): ImportBatch[] {
  const batches: ImportBatch[] = [];
  let batch: ImportBatch | undefined;
  let bytes = 0;
  for (const group of groupByName(rows, findName)) {
    const slim = group.map(({ number, row }) => ({ number, row: fitCall(withColumns(row, columns)) }));
    const sizes = slim.map(({ row }) => byteLength(row));
    let isFirst = true;
    for (const [index, row] of slim.entries()) {
      // The first of a name makes room for all of them; where that cannot be, the others go on in the next call.
      const needed = isFirst
        ? { rows: slim.length, bytes: sum(sizes) }
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

/** A row that one call takes: cells of a megabyte are clipped, far behind what any field keeps of them. */
function fitCall(row: unknown): unknown {
  let visible = row;
  for (let length = LONGEST_CELL; byteLength(visible) > MAX_BATCH_BYTES && length > 1; length /= 2) {
    visible = clipped(row, length);
  }
  return visible;
}

const LONGEST_CELL = 2 ** 19;

function clipped(row: unknown, length: number): unknown {
  if (typeof row !== "object" || row === null) return row;
  const cells = Object.entries(row).map(([column, cell]: [string, unknown]) => {
    if (typeof cell === "string") return [column, cell.slice(0, length)];
    const text = JSON.stringify(cell) ?? "";
    return [column, text.length > length ? text.slice(0, length) : cell];
  });
  return Object.fromEntries(cells);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** The rows, those of one name behind the first of them. */
function groupByName(
  rows: readonly unknown[],
  findName: (row: unknown) => string | null,
): Iterable<NumberedRow[]> {
  const numbered = rows
    .map((row, index) => ({ number: index + 1, row }))
    .filter(({ row }) => !(row instanceof UnreadableRow));
  return Map.groupBy(numbered, ({ number, row }) => {
    const name = findName(row);
    return name === null ? number : foldName(name);
  }).values();
}

/** A row that is no object is sent as it is: the server reports what is wrong with it. */
function withColumns(row: unknown, columns: readonly string[]): unknown {
  if (typeof row !== "object" || row === null || Array.isArray(row)) return row;
  return Object.fromEntries(Object.entries(row).filter(([column]) => columns.includes(column)));
}
