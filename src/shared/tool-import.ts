import { z } from "zod";

/** Rows that one import call takes; the browser sends a larger file in several calls. */
export const MAX_IMPORT_ROWS = 2000;

/** The fields of a tool that a column may be mapped to. */
export const IMPORT_FIELDS = [
  "name",
  "company",
  "url",
  "use",
  "capabilities",
  "modality",
  "industry",
  "tags",
  "logoUrl",
  "notes",
  "releaseNotes",
  "version",
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** Which column (by its header) fills which field; a field that is absent is not touched. */
export const columnMappingSchema = z.partialRecord(z.enum(IMPORT_FIELDS), z.string());
export type ColumnMapping = z.infer<typeof columnMappingSchema>;

/** One row as a file gave it: header to cell. */
export const importRowSchema = z.record(z.string(), z.unknown());
export type ImportRow = z.infer<typeof importRowSchema>;

/** A whole file as text (`format` and `content`), or rows that were read already. */
export const importRequestSchema = z.object({
  format: z.enum(["json", "csv"]).optional(),
  content: z.string().optional(),
  rows: z.array(importRowSchema).max(MAX_IMPORT_ROWS).optional(),
  mapping: columnMappingSchema.optional(),
  dryRun: z.boolean().default(false),
});
export type ImportRequest = z.infer<typeof importRequestSchema>;

export const importOutcomeSchema = z.enum(["created", "updated", "skipped", "wrong"]);
export type ImportOutcome = z.infer<typeof importOutcomeSchema>;

/** What happened, or on a dry run would happen, to one row; rows count from 1. */
export const importedRowSchema = z.object({
  row: z.int(),
  name: z.string().nullable(),
  outcome: importOutcomeSchema,
  toolId: z.string().nullable(),
  /** Why a row was skipped or is wrong, or which fields an update changes. */
  message: z.string().nullable(),
});
export type ImportedRow = z.infer<typeof importedRowSchema>;

export const importReportSchema = z.object({
  dryRun: z.boolean(),
  created: z.int(),
  updated: z.int(),
  skipped: z.int(),
  wrong: z.int(),
  rows: z.array(importedRowSchema),
  /** Columns of the file that were not used. */
  unusedColumns: z.array(z.string()),
});
export type ImportReport = z.infer<typeof importReportSchema>;
