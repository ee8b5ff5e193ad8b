import { addressesIn } from "./addresses.ts";
import { lineIn } from "./cells.ts";

/**
 * Maximum number of columns, above any real table's. A CSV with more is rejected; further columns of objects are
 * ignored.
 */
export const MAX_IMPORT_COLUMNS = 1000;

/** Returns the columns of rows, in order of first appearance. */
export function columnsOf(rows: readonly unknown[]): string[] {
  const columns = new Set<string>();
  for (const row of rows) {
    if (typeof row !== "object" || row === null || Array.isArray(row)) continue;
    for (const column of Object.keys(row)) {
      if (columns.size === MAX_IMPORT_COLUMNS) return [...columns];
      columns.add(column);
    }
  }
  return [...columns];
}

/** Sampled values of a column. */
export interface ColumnValues {
  column: string;
  /** Some of its values, without empty ones. */
  values: readonly string[];
  distinctCount: number;
}

/** Maximum number of rows to sample, enough to classify a column. Fewer are sampled if there are very many columns. */
const MAX_SAMPLED_ROWS = 500;
const MAX_SAMPLED_CELLS = 50_000;
/** Number of characters of a cell that are needed to classify it. */
const MAX_SAMPLED_LENGTH = 300;

/** Samples the values of columns, in rows from all over the file. */
export function sampleColumns(rows: readonly unknown[], columns: readonly string[]): ColumnValues[] {
  const sampleSize = Math.min(MAX_SAMPLED_ROWS, Math.ceil(MAX_SAMPLED_CELLS / Math.max(1, columns.length)));
  const step = Math.max(1, Math.floor(rows.length / sampleSize));
  const sampledRows = rows.filter((_, index) => index % step === 0);
  return columns.map((column) => {
    const values = sampledRows.flatMap((row) => textIn(row, column) ?? []);
    return { column, values, distinctCount: new Set(values).size };
  });
}

function textIn(row: unknown, column: string): string | undefined {
  if (typeof row !== "object" || row === null || !Object.hasOwn(row, column)) return undefined;
  const cell: unknown = Reflect.get(row, column);
  const text =
    lineIn(typeof cell === "string" ? cell.slice(0, MAX_SAMPLED_LENGTH) : cell) ?? addressesIn(cell)[0];
  return text === "" ? undefined : text?.slice(0, MAX_SAMPLED_LENGTH);
}

/** Minimum share of matching values for a header to be trusted. */
export const MIN_TRUSTED_SHARE = 0.3;

/** Returns the share of values that meet a condition, or 0 if there are none. */
export const matchingShare = ({ values }: ColumnValues, isTrue: (value: string) => boolean): number =>
  values.length === 0 ? 0 : values.filter(isTrue).length / values.length;
