import { z } from "zod";

import { ADJUSTMENT_KINDS } from "./adjustments.ts";

/** Rows that one import call takes; the browser sends a larger file in several calls. */
export const MAX_IMPORT_ROWS = 2000;

/** Nothing that people write above a table is longer. */
const MAX_HEADER_LINE = 1000;

export const IMPORT_FORMATS = ["json", "csv"] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Which column (by its header) fills which field; a field that is absent is not touched. */
export type MappingOf<Field extends string> = Partial<Record<Field, string>>;

const importIdSchema = z.uuid("Use a UUID").toLowerCase();

/** What an import of things with these fields takes: a whole file as text, or rows that were read already. */
export const importRequestOf = <Field extends string, Format extends string>(
  fields: readonly Field[],
  formats: readonly Format[],
) =>
  z
    .strictObject({
      format: z.enum(formats).optional(),
      content: z.string().optional(),
      /** Objects, header to cell. Anything else is a row that could not be read, and is reported as wrong. */
      rows: z
        .array(z.unknown())
        .max(MAX_IMPORT_ROWS, `Send at most ${MAX_IMPORT_ROWS} rows in one call`)
        .optional(),
      /** The line of a CSV with the names of its columns, from 1; found if absent. */
      headerLine: z.int().min(1).max(MAX_HEADER_LINE).optional(),
      mapping: z.partialRecord(z.enum(fields), z.string()).optional(),
      dryRun: z.boolean().default(false),
      /** Of the whole import, for the calls that it is sent in; by it, it can be undone. Made here unless given. */
      importId: importIdSchema.optional(),
    })
    .refine(
      ({ format, content, rows }) => (rows ? !content : content !== undefined && format !== undefined),
      { error: "Send either rows, or content with its format" },
    );

const importOutcomeSchema = z.enum(["created", "updated", "skipped", "wrong"]);
export type ImportOutcome = z.infer<typeof importOutcomeSchema>;

/** What of a row was adjusted so that it could be taken. */
const importNoteSchema = z.object({
  field: z.string(),
  kind: z.enum(ADJUSTMENT_KINDS),
  /** Such as "Industry left out: longer than 50 characters"; the same for all rows of which it is true. */
  message: z.string(),
  /** The beginning of what the cell held. */
  value: z.string(),
});
export type ImportNote = z.infer<typeof importNoteSchema>;

/** What happened, or on a dry run would happen, to one row; rows count from 1. */
const importedRowSchema = z.object({
  row: z.int(),
  name: z.string().nullable(),
  outcome: importOutcomeSchema,
  /** Of what the row is about. Null for a wrong row, and for a thing that a dry run would create. */
  id: z.string().nullable(),
  /** Why a row was skipped or is wrong, or which fields an update changes. */
  message: z.string().nullable(),
  notes: z.array(importNoteSchema),
});
export type ImportedRow = z.infer<typeof importedRowSchema>;

/** A name that several rows of a file have which are about different things, or would be had nobody merged them. */
const sameNameSchema = z.object({ name: z.string(), rows: z.array(z.int()), merged: z.boolean() });
export type SameName = z.infer<typeof sameNameSchema>;

export const importReportSchema = z.object({
  dryRun: z.boolean(),
  created: z.int(),
  updated: z.int(),
  skipped: z.int(),
  wrong: z.int(),
  rows: z.array(importedRowSchema),
  /** The notes on rows, those of one message counted together, the most frequent first. */
  notes: z.array(importNoteSchema.omit({ value: true }).extend({ count: z.int() })),
  /** Of tools: rows that `mergeNames` of another call would make one. */
  sameNames: z.array(sameNameSchema),
  /** Columns of the file that were not used. */
  unusedColumns: z.array(z.string()),
  /** By which the import can be undone; null on a dry run. */
  importId: z.string().nullable(),
});
export type ImportReport = z.infer<typeof importReportSchema>;

export const undoImportSchema = z.object({ importId: importIdSchema });

/** What became of the items that an import had saved. */
export const undoneImportSchema = z.object({
  /** Those that it had added. */
  deleted: z.int(),
  /** Those that are again as they were before it. */
  restored: z.int(),
  /** Those that were left alone, since somebody has changed or deleted them since. */
  kept: z.int(),
});
export type UndoneImport = z.infer<typeof undoneImportSchema>;

/** Counts the notes on rows by what they say, the most frequent first. */
export function countNotes(rows: readonly Pick<ImportedRow, "notes">[]): ImportReport["notes"] {
  const counts = new Map<string, ImportReport["notes"][number]>();
  for (const { field, kind, message } of rows.flatMap(({ notes }) => notes)) {
    const counted = counts.get(message);
    if (counted) counted.count += 1;
    else counts.set(message, { field, kind, message, count: 1 });
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count);
}

/** Headers that files use for each field, without case, spaces and punctuation; the likelier one first. */
export type CommonHeaders<Field extends string> = readonly (readonly [Field, string])[];

/** The words of a header such as `toolName`, `TOOL_NAME` or "Tool name", in lower case and without accents. */
export const headerWords = (header: string): string[] =>
  header
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, " ")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

// Words before a header that say whose or which it is, such as those in "AI Tool Name" and "primary_category".
const QUALIFIERS: ReadonlySet<string> = new Set(
  "ai tool tools product products app apps application software service item the primary main official external full short platform solution book article paper reading prompt".split(
    " ",
  ),
);

/** What a header says without the qualifiers before it; at first one of them gone, at last all. */
function formsOf(header: string): string[] {
  const words = headerWords(header);
  const first = words.findIndex((word) => !QUALIFIERS.has(word));
  return Array.from({ length: Math.max(0, first) }, (_, index) => words.slice(index + 1).join(""));
}

/** Suggests which column fills which field, by the names that people give to columns. */
export function guessColumns<Field extends string>(
  commonHeaders: CommonHeaders<Field>,
  headers: readonly string[],
): MappingOf<Field> {
  const mapping: MappingOf<Field> = {};
  const used = new Set<string | undefined>();
  const take = (columns: ReadonlyMap<string, string>) => {
    for (const [field, names] of commonHeaders) {
      if (mapping[field] !== undefined) continue;
      const found = names.split(" ").find((name) => columns.has(name) && !used.has(columns.get(name)));
      if (found === undefined) continue;
      mapping[field] = columns.get(found);
      used.add(mapping[field]);
    }
  };
  const latestFirst = headers.toReversed();
  take(new Map(latestFirst.map((header) => [headerWords(header).join(""), header])));
  // Only then in other forms, so that a plain "Name" wins over a "Product Name".
  take(new Map(latestFirst.flatMap((header) => formsOf(header).map((form) => [form, header] as const))));
  return mapping;
}
