import type { z } from "zod";

import { type FieldTable, mapFields, namesOf } from "#shared/fields/field.ts";
import { formatIssue } from "#shared/operations/issue-words.ts";

import { type CellReader, cleanText } from "./adjustments.ts";
import { lineIn } from "./cells.ts";
import { type ColumnValues, sampleColumns, columnsOf } from "./column-values.ts";
import { type CommonHeaders, guessColumns, type ImportNote, type MappingOf } from "./request.ts";

/** Reader of each field's cells. Returns the schema's input. */
type CellReaders<Field extends string> = Readonly<Record<Field, CellReader>>;

/** One kind of item in imported files. */
export interface ImportKind<Field extends string, Fields> {
  /** Noun for a row's item, such as "tool". */
  noun: string;
  /** Fields to which columns can be mapped. */
  fields: readonly Field[];
  /** Field labels from the dialogs. */
  labels: Readonly<Record<Field, string>>;
  /** Field with the name of an item. */
  nameField: Field;
  /** Required fields, with a description of their column. */
  required: Readonly<Partial<Record<Field, string>>>;
  commonHeaders: CommonHeaders<Field>;
  /** Keys of the kind's lists in JSON files. */
  lists: string;
  /** Columns in StackLoop's own files that aren't fields. */
  extraColumns?: readonly string[];
  /** Converts a well-known program's rows to a form whose columns can be mapped. */
  prepare?: (rows: readonly unknown[]) => readonly unknown[];
  /** Corrects the mapping by headers, based on the columns' values. */
  refineGuess?: (byHeader: MappingOf<Field>, columns: readonly ColumnValues[]) => MappingOf<Field>;
  readers: CellReaders<Field>;
  /** Readers for StackLoop's own files: values are unchanged, so that an import restores the export exactly. */
  exactReaders: CellReaders<Field>;
  schema: z.ZodType<Fields>;
}

/** Fields of a row with their adjustments, or the reason why it is invalid. */
export type RowReading<Fields> =
  | { ok: true; fields: Fields; notes: ImportNote[] }
  | { ok: false; message: string };

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

/** Row that can't be read from its file. */
export class UnreadableRow {
  readonly #error: string;
  /** @param error the reason, in a sentence */
  constructor(error: string) {
    this.#error = error;
  }
  get error(): string {
    return this.#error;
  }
}

const MAX_NAME_LENGTH = 200;

/** Returns the name from a row's column, shortened for display. */
export function nameInRow(row: unknown, column: string | undefined): string | null {
  const name = isRecord(row) ? lineIn(cellOf(row, column)) : undefined;
  return name === undefined || name === "" ? null : cleanText(name.slice(0, MAX_NAME_LENGTH)).value;
}

/** True if every field has a column with its own name, as only StackLoop's exports do. */
export const isOwnExport = <Field extends string>(
  { fields }: Pick<ImportKind<Field, unknown>, "fields">,
  mapping: MappingOf<Field>,
): boolean => fields.every((field) => mapping[field] === field);

/** Suggests a column for each field, by headers and content. */
export function guessMapping<Field extends string>(
  kind: Pick<ImportKind<Field, unknown>, "fields" | "commonHeaders" | "extraColumns" | "refineGuess">,
  rows: readonly unknown[],
): MappingOf<Field> {
  const columns = columnsOf(rows).filter((column) => !kind.extraColumns?.includes(column));
  const byHeader = guessColumns(kind.commonHeaders, columns);
  if (isOwnExport(kind, byHeader) || !kind.refineGuess) return byHeader;
  return kind.refineGuess(byHeader, sampleColumns(rows, columns));
}

/**
 * Reads one row. Empty cells are ignored, so importing never empties a field. A cell that doesn't fit its field is
 * adjusted or dropped, with a note. The row is wrong only without a required field.
 */
export function readRow<Field extends string, Fields>(
  kind: ImportKind<Field, Fields>,
  row: unknown,
  mapping: MappingOf<Field>,
): RowReading<Fields> {
  if (row instanceof UnreadableRow) return { ok: false, message: row.error };
  if (!isRecord(row)) {
    return { ok: false, message: `This row isn't an object with the fields of a ${kind.noun}` };
  }
  const readers = isOwnExport(kind, mapping) ? kind.exactReaders : kind.readers;
  const input: Record<string, unknown> = Object.fromEntries(
    Object.keys(kind.required).map((field) => [field, ""]),
  );
  const notes: ImportNote[] = [];
  for (const field of kind.fields) {
    const cell = cellOf(row, mapping[field]);
    if (isEmpty(cell)) continue;
    const { value, adjustments } = readers[field](cell);
    if (!isEmpty(value)) input[field] = value;
    for (const { kind: what, words } of adjustments) {
      notes.push({ field, kind: what, message: `${kind.labels[field]} ${words}`, value: excerptOf(cell) });
    }
  }
  return parseField(kind, input, notes, row, mapping);
}

/** Validates the fields. Drops an optional field that is still invalid. */
function parseField<Field extends string, Fields>(
  kind: ImportKind<Field, Fields>,
  input: Record<string, unknown>,
  notes: ImportNote[],
  row: Record<string, unknown>,
  mapping: MappingOf<Field>,
): RowReading<Fields> {
  const first = kind.schema.safeParse(input, { error: formatIssue });
  if (first.success) return { ok: true, fields: first.data, notes };
  const issues = first.error.issues;
  const failing = kind.fields.filter((field) => issues.some(({ path }) => path[0] === field));
  const isRequired = (field: Field) => kind.required[field] !== undefined;
  if (failing.length === 0 || failing.some(isRequired)) {
    const omittedNote = notes.find(({ field }) => failing.some((name) => name === field));
    return { ok: false, message: omittedNote?.message ?? formatIssues(issues, kind.labels) };
  }
  const rest = Object.fromEntries(
    Object.entries(input).filter(([field]) => !failing.some((f) => f === field)),
  );
  const omittedNotes = failing.map((field): ImportNote => ({
    field,
    kind: "omitted",
    message: `${kind.labels[field]} left out: ${formatIssues(
      issues.filter(({ path }) => path[0] === field),
      {},
    )}`,
    value: excerptOf(cellOf(row, mapping[field])),
  }));
  const second = kind.schema.safeParse(rest, { error: formatIssue });
  return second.success
    ? { ok: true, fields: second.data, notes: [...notes, ...omittedNotes] }
    : { ok: false, message: formatIssues(second.error.issues, kind.labels) };
}

const MAX_EXCERPT_LENGTH = 100;

/** Returns the beginning of a cell's content, by which users recognise it. */
function excerptOf(cell: unknown): string {
  const text = typeof cell === "string" ? cell : JSON.stringify(cell);
  return lineIn(cleanText(text.slice(0, MAX_EXCERPT_LENGTH)).value) ?? "";
}

/** Formats issues as one line that names the fields. */
function formatIssues(issues: readonly z.core.$ZodIssue[], labels: Readonly<Record<string, string>>): string {
  const sentences = issues.map(({ path, message }) => {
    const sentence = message.startsWith("Invalid input") ? "This value is unreadable" : message;
    const label = labels[String(path[0])];
    return label === undefined || sentence.startsWith(label) ? sentence : `${label}: ${sentence}`;
  });
  return [...new Set(sentences)].join("; ");
}

/** Returns "Primary use case" for the label "Primary Use Case". */
const sentenceCase = (label: string): string =>
  label.replaceAll(/(?<=\s)\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());

/** Returns the column names of all fields, followed by their fallbacks, which count only if no other name is found. */
function commonHeadersOf<Fields extends FieldTable>(fields: Fields): CommonHeaders<keyof Fields & string> {
  const names = namesOf(fields);
  return [
    ...names.map((name) => [name, fields[name]?.headers ?? ""] as const),
    ...names.map((name) => [name, fields[name]?.otherHeaders ?? ""] as const),
  ];
}

export const createImportKind = <Fields extends FieldTable, Row>(
  fields: Fields,
  rest: Omit<
    ImportKind<keyof Fields & string, Row>,
    "fields" | "labels" | "commonHeaders" | "readers" | "exactReaders"
  >,
): ImportKind<keyof Fields & string, Row> => ({
  ...rest,
  fields: namesOf(fields),
  labels: mapFields(fields, ({ label }) => sentenceCase(label)),
  commonHeaders: commonHeadersOf(fields),
  readers: mapFields(fields, ({ readCell }) => readCell),
  exactReaders: mapFields(fields, ({ readExactly }) => readExactly),
});
