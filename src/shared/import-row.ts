import type { z } from "zod";

import { lineOf } from "./import-cells.ts";
import type { CommonHeaders, MappingOf } from "./import-request.ts";

/** How the cell of a column becomes what the schema checks. */
export type CellReaders<Field extends string> = Readonly<Record<Field, (cell: unknown) => unknown>>;

/** How files tell of one kind of thing. */
export interface ImportKind<Field extends string, Fields> {
  /** What a row is about, such as "tool". */
  noun: string;
  /** What a column may be mapped to. */
  fields: readonly Field[];
  /** The fields as people know them from the dialogs. */
  labels: Readonly<Record<Field, string>>;
  /** The field that names a thing of this kind. */
  naming: Field;
  /** What every row has to say, with the words for what its column holds. */
  required: Readonly<Partial<Record<Field, string>>>;
  commonHeaders: CommonHeaders<Field>;
  readers: CellReaders<Field>;
  /** For what StackLoop wrote: taken as it stands, so that an import gives back exactly what was exported. */
  exactReaders: CellReaders<Field>;
  schema: z.ZodType<Fields>;
}

export type RowReading<Fields> = { ok: true; fields: Fields } | { ok: false; message: string };

const isRecord = (row: unknown): row is Record<string, unknown> =>
  typeof row === "object" && row !== null && !Array.isArray(row);

const isEmpty = (cell: unknown) =>
  cell === null ||
  cell === undefined ||
  (typeof cell === "string" && cell.trim() === "") ||
  (Array.isArray(cell) && cell.length === 0);

function cellOf(row: Record<string, unknown>, column: string | undefined): unknown {
  return column !== undefined && Object.hasOwn(row, column) ? row[column] : undefined;
}

/** A row that its file does not give in a readable form. */
export class UnreadableRow {
  readonly #fault: string;
  constructor(fault: string) {
    this.#fault = fault;
  }
  get fault(): string {
    return this.#fault;
  }
}

/** The name that a row gives in a column, as far as it can be shown. */
export function nameInRow(row: unknown, column: string | undefined): string | null {
  const cell = isRecord(row) ? lineOf(cellOf(row, column)) : null;
  return typeof cell === "string" && cell !== "" ? cell.slice(0, 200).toWellFormed() : null;
}

/** Reads one row. An empty cell says nothing, so importing never empties a field. */
export function readRow<Field extends string, Fields>(
  kind: ImportKind<Field, Fields>,
  row: unknown,
  mapping: MappingOf<Field>,
): RowReading<Fields> {
  if (row instanceof UnreadableRow) return { ok: false, message: row.fault };
  if (Array.isArray(row)) {
    return { ok: false, message: `This row has ${row.length} cells, not as many as the file has columns` };
  }
  if (!isRecord(row)) {
    return { ok: false, message: `This row is not an object with the fields of a ${kind.noun}` };
  }
  // Every field has the column of its own name in StackLoop's own exports alone.
  const isOwnExport = kind.fields.every((field) => mapping[field] === field);
  const readers = isOwnExport ? kind.exactReaders : kind.readers;
  const given: Record<string, unknown> = Object.fromEntries(
    Object.keys(kind.required).map((field) => [field, ""]),
  );
  for (const field of kind.fields) {
    const cell = cellOf(row, mapping[field]);
    const value = isEmpty(cell) ? null : readers[field](cell);
    if (!isEmpty(value)) given[field] = value;
  }
  const { success, data, error } = kind.schema.safeParse(given);
  return success ? { ok: true, fields: data } : { ok: false, message: describe(error.issues, kind.labels) };
}

/** Faults as one line that names the fields. */
function describe(issues: readonly z.core.$ZodIssue[], labels: Readonly<Record<string, string>>): string {
  const sentences = issues.map(({ path, message }) => {
    const sentence = message.startsWith("Invalid input") ? "This value cannot be read" : message;
    const label = labels[String(path[0])];
    return label === undefined || sentence.startsWith(label) ? sentence : `${label}: ${sentence}`;
  });
  return [...new Set(sentences)].join("; ");
}
