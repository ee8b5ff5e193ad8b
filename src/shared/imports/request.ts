import { z } from "zod";

import { ADJUSTMENT_KINDS } from "./adjustments.ts";

/** Maximum number of rows in one import call. The browser sends a larger file in several calls. */
export const MAX_IMPORT_ROWS = 2000;

/** Maximum line number of a header. */
const MAX_HEADER_LINE = 1000;

export const IMPORT_FORMATS = ["json", "csv"] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Column, by header, for each field. Absent fields are unchanged. */
export type MappingOf<Field extends string> = Partial<Record<Field, string>>;

const importIdSchema = z.uuid("Use a UUID").toLowerCase();

/** Input of an import: a whole file as text, or parsed rows. */
export const createImportRequest = <Field extends string, Format extends string>(
  fields: readonly Field[],
  formats: readonly Format[],
) =>
  z
    .strictObject({
      format: z.enum(formats).optional(),
      content: z.string().optional(),
      /** Objects from header to cell. Anything else is an unreadable row and reported as wrong. */
      rows: z
        .array(z.unknown())
        .max(MAX_IMPORT_ROWS, `Send at most ${MAX_IMPORT_ROWS} rows in one call`)
        .optional(),
      /** Header line of a CSV file, from 1; detected if undefined. */
      headerLine: z.int().min(1).max(MAX_HEADER_LINE).optional(),
      mapping: z.partialRecord(z.enum(fields), z.string()).optional(),
      dryRun: z.boolean().default(false),
      /** Id of the whole import, shared by its calls and used to undo it. Generated if absent. */
      importId: importIdSchema.optional(),
    })
    .refine(
      ({ format, content, rows }) => (rows ? !content : content !== undefined && format !== undefined),
      { error: "Send either rows, or content with its format" },
    );

const importOutcomeSchema = z.enum(["created", "updated", "skipped", "wrong"]);
export type ImportOutcome = z.infer<typeof importOutcomeSchema>;

/** Adjustment of a row. */
const importNoteSchema = z.object({
  field: z.string(),
  kind: z.enum(ADJUSTMENT_KINDS),
  /** Message, for example "Industry left out: longer than 50 characters". The same for all affected rows. */
  message: z.string(),
  /** Beginning of the cell's content. */
  value: z.string(),
});
export type ImportNote = z.infer<typeof importNoteSchema>;

/** Result for one row. On a dry run, the expected result. Rows count from 1. */
const importedRowSchema = z.object({
  row: z.int(),
  name: z.string().nullable(),
  outcome: importOutcomeSchema,
  /** Id of the row's item. Null for an invalid row, and for an item that a dry run would create. */
  id: z.string().nullable(),
  /** Reason why a row was skipped or is invalid, or the fields that an update changes. */
  message: z.string().nullable(),
  notes: z.array(importNoteSchema),
});
export type ImportedRow = z.infer<typeof importedRowSchema>;

/** Name shared by several rows about different items, unless they were merged. */
const sameNameSchema = z.object({ name: z.string(), rows: z.array(z.int()), merged: z.boolean() });
export type SameName = z.infer<typeof sameNameSchema>;

export const importReportSchema = z.object({
  dryRun: z.boolean(),
  created: z.int(),
  updated: z.int(),
  skipped: z.int(),
  wrong: z.int(),
  rows: z.array(importedRowSchema),
  /** Notes on rows, counted by message, most frequent first. */
  notes: z.array(importNoteSchema.omit({ value: true }).extend({ count: z.int() })),
  /** For tools: groups of rows that `mergeNames` in another call would merge. */
  sameNames: z.array(sameNameSchema),
  /** Columns of the file without a field. */
  unusedColumns: z.array(z.string()),
  /** Id to undo the import. Null on a dry run. */
  importId: z.string().nullable(),
});
export type ImportReport = z.infer<typeof importReportSchema>;

export const undoImportSchema = z.object({ importId: importIdSchema });

/** Result of undoing an import, so far. */
export const undoneImportSchema = z.object({
  /** Number of items that it had added. */
  deleted: z.int(),
  /** Number of items reset to their former state. */
  restored: z.int(),
  /** Number of items left unchanged, since they were edited or deleted later. */
  kept: z.int(),
  /** True while more items are being undone in the background. */
  undoing: z.boolean(),
});
export type UndoneImport = z.infer<typeof undoneImportSchema>;

/** Counts the notes on rows by message, most frequent first. */
export function countNotes(rows: readonly Pick<ImportedRow, "notes">[]): ImportReport["notes"] {
  const counts = new Map<string, ImportReport["notes"][number]>();
  for (const { field, kind, message } of rows.flatMap(({ notes }) => notes)) {
    const counted = counts.get(message);
    if (counted) counted.count += 1;
    else counts.set(message, { field, kind, message, count: 1 });
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count);
}

/** Headers for each field, without case, spaces and punctuation, likeliest first. */
export type CommonHeaders<Field extends string> = readonly (readonly [Field, string])[];

/** Splits a header such as `toolName`, `TOOL_NAME` or "Tool name" into words, in lower case and without accents. */
export const headerWords = (header: string): string[] =>
  header
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, " ")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

// Qualifying words before a header, such as those in "AI Tool Name" and "primary_category".
const QUALIFIERS: ReadonlySet<string> = new Set(
  "my our ai tool tools product products app apps application software service item the primary main official external full short platform solution book article paper reading prompt".split(
    " ",
  ),
);

/** Returns a header without a part in brackets, split into alternatives: "Company (from Vendors)", "Vendor/Maker". */
const alternativesOf = (header: string): string[] =>
  header
    .replace(/(?<=\S)\s*[([].*$/su, "")
    .split("/")
    .filter((part) => part.trim() !== "");

/** Returns forms of a header, each with more qualifiers removed than the one before. */
const formsOf = (header: string): string[] =>
  [header, ...alternativesOf(header)].flatMap((part, index) => {
    const words = headerWords(part);
    const first = words.findIndex((word) => !QUALIFIERS.has(word) && !/^\d+$/u.test(word));
    const whole = index === 0 ? [] : [words.join("")];
    return [
      ...whole,
      ...Array.from({ length: Math.max(0, first) }, (_, count) => words.slice(count + 1).join("")),
    ];
  });

/** Suggests a column for each field, by its header. */
export function guessColumns<Field extends string>(
  commonHeaders: CommonHeaders<Field>,
  headers: readonly string[],
): MappingOf<Field> {
  const mapping: MappingOf<Field> = {};
  const usedColumns = new Set<string | undefined>();
  const assignColumns = (columns: ReadonlyMap<string, string>) => {
    for (const [field, names] of commonHeaders) {
      if (mapping[field] !== undefined) continue;
      // A header of symbols, such as "#", has no words.
      const matchingName = names
        .split(" ")
        .find((name) => name !== "" && columns.has(name) && !usedColumns.has(columns.get(name)));
      if (matchingName === undefined) continue;
      mapping[field] = columns.get(matchingName);
      usedColumns.add(mapping[field]);
    }
  };
  const latestFirst = headers.toReversed();
  assignColumns(new Map(latestFirst.map((header) => [headerWords(header).join(""), header])));
  // Shorter forms come later, so that a plain "Name" wins over a "Product Name".
  assignColumns(
    new Map(latestFirst.flatMap((header) => formsOf(header).map((form) => [form, header] as const))),
  );
  return mapping;
}

/** BibTeX to convert to rows. */
export const bibtexRequestSchema = z.object({ content: z.string() });
export type BibtexRequest = z.infer<typeof bibtexRequestSchema>;

/** Entry as a row from column to cell, or the reason why it can't be parsed. */
export const bibtexRowsSchema = z.array(
  z.union([z.object({ row: z.record(z.string(), z.unknown()) }), z.object({ error: z.string() })]),
);
export type BibtexRows = z.infer<typeof bibtexRowsSchema>;
