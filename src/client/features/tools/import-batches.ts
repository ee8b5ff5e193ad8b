import type { ColumnMapping } from "#shared/tool-import.ts";

/** Rows that travel in one call, with the place of the first one in the file, counted from 1. */
export interface ImportBatch {
  first: number;
  rows: unknown[];
}

/** The server takes bodies of 1 MB; this leaves room for what stands around the rows. */
const MAX_BATCH_BYTES = 700_000;

const encoder = new TextEncoder();

/** Parts rows into calls: at most `maxRows` each, never too large for one, and without columns that nobody mapped. */
export function batchesOf(rows: readonly unknown[], mapping: ColumnMapping, maxRows: number): ImportBatch[] {
  const columns = new Set(Object.values(mapping));
  const batches: ImportBatch[] = [];
  let bytes = 0;
  let batch: ImportBatch | undefined;
  for (const [index, row] of rows.entries()) {
    const slim = withColumns(row, columns);
    const size = encoder.encode(JSON.stringify(slim)).length;
    if (!batch || batch.rows.length === maxRows || bytes + size > MAX_BATCH_BYTES) {
      batch = { first: index + 1, rows: [] };
      batches.push(batch);
      bytes = 0;
    }
    batch.rows.push(slim);
    bytes += size;
  }
  return batches;
}

/** A row that is no object is sent as it is: the server says what is wrong with it. */
function withColumns(row: unknown, columns: ReadonlySet<string>): unknown {
  if (typeof row !== "object" || row === null || Array.isArray(row)) return row;
  return Object.fromEntries(Object.entries(row).filter(([column]) => columns.has(column)));
}
