import type { z } from "zod";

import { addressOf, exactTagsOf, lineOf, optionOf, proseOf, releaseNotesOf, tagsOf } from "./import-cells.ts";
import {
  type ColumnMapping,
  IMPORT_FIELD_LABELS,
  IMPORT_FIELDS,
  type ImportField,
  isOwnExport,
} from "./tool-import.ts";
import { toolFieldsSchema } from "./tools.ts";

const importedFieldsSchema = toolFieldsSchema.partial().extend({ name: toolFieldsSchema.shape.name });
/** What a row says of a tool; fields that it says nothing of are absent. */
export type ImportedFields = z.infer<typeof importedFieldsSchema>;

interface RowIssue {
  /** Null when the whole row cannot be read. */
  field: ImportField | null;
  message: string;
}

export type RowReading = { ok: true; fields: ImportedFields } | { ok: false; issues: RowIssue[] };

type CellReaders = Readonly<Record<ImportField, (cell: unknown) => unknown>>;

const READERS: CellReaders = {
  name: lineOf,
  company: lineOf,
  url: addressOf,
  use: proseOf,
  capabilities: proseOf,
  modality: (cell) => optionOf("modality", cell),
  industry: (cell) => optionOf("industry", cell),
  tags: tagsOf,
  logoUrl: lineOf,
  notes: proseOf,
  releaseNotes: releaseNotesOf,
  version: lineOf,
};

/** What StackLoop wrote is taken as it stands, so that an import gives back exactly what was exported. */
const EXACT_READERS: CellReaders = { ...READERS, modality: lineOf, industry: lineOf, tags: exactTagsOf };

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

/** The name that a row gives, as far as it can be shown. */
export function nameInRow(row: unknown, { name }: ColumnMapping): string | null {
  const cell = isRecord(row) ? lineOf(cellOf(row, name)) : null;
  return typeof cell === "string" && cell !== "" ? cell.slice(0, 200).toWellFormed() : null;
}

/** Reads one row as the fields of a tool. An empty cell says nothing, so importing never empties a field. */
export function toolOfRow(row: unknown, mapping: ColumnMapping): RowReading {
  if (Array.isArray(row))
    return unreadable(`This row has ${row.length} cells, not as many as the file has columns`);
  if (!isRecord(row)) return unreadable("This row is not an object with the fields of a tool");
  const readers = isOwnExport(mapping) ? EXACT_READERS : READERS;
  const given: Partial<Record<ImportField, unknown>> = { name: "" };
  for (const field of IMPORT_FIELDS) {
    const cell = cellOf(row, mapping[field]);
    if (!isEmpty(cell)) given[field] = readers[field](cell);
  }
  const { success, data, error } = importedFieldsSchema.safeParse(given);
  return success ? { ok: true, fields: data } : { ok: false, issues: error.issues.map(issueOf) };
}

const unreadable = (message: string): RowReading => ({ ok: false, issues: [{ field: null, message }] });

function issueOf({ path, message }: z.core.$ZodIssue): RowIssue {
  const field = IMPORT_FIELDS.find((name) => name === path[0]) ?? null;
  return { field, message: message.startsWith("Invalid input") ? "This value cannot be read" : message };
}

/** Faults as one line that names the fields. */
export function describeIssues(issues: readonly RowIssue[]): string {
  const sentences = issues.map(({ field, message }) => {
    const label = field === null ? "" : IMPORT_FIELD_LABELS[field];
    return label === "" || message.startsWith(label) ? message : `${label}: ${message}`;
  });
  return [...new Set(sentences)].join("; ");
}
