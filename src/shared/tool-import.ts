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

/** The fields as people know them from the tool dialogs. */
export const IMPORT_FIELD_LABELS: Readonly<Record<ImportField, string>> = {
  name: "Tool name",
  company: "Company",
  url: "URL",
  use: "Primary use case",
  capabilities: "Capabilities",
  modality: "Modality",
  industry: "Industry",
  tags: "Tags",
  logoUrl: "Logo",
  notes: "Notes",
  releaseNotes: "Release notes",
  version: "Version",
};

/** Which column (by its header) fills which field; a field that is absent is not touched. */
export const columnMappingSchema = z.partialRecord(z.enum(IMPORT_FIELDS), z.string());
export type ColumnMapping = z.infer<typeof columnMappingSchema>;

const importFormatSchema = z.enum(["json", "csv"]);
export type ImportFormat = z.infer<typeof importFormatSchema>;

/** A whole file as text (`format` and `content`), or rows that were read already. */
export const importRequestSchema = z
  .object({
    format: importFormatSchema.optional(),
    content: z.string().optional(),
    /** Objects, header to cell. Anything else is a row that could not be read, and is reported as wrong. */
    rows: z
      .array(z.unknown())
      .max(MAX_IMPORT_ROWS, `Send at most ${MAX_IMPORT_ROWS} rows in one call`)
      .optional(),
    mapping: columnMappingSchema.optional(),
    dryRun: z.boolean().default(false),
  })
  .refine(({ format, content, rows }) => (rows ? !content : content !== undefined && format !== undefined), {
    error: "Send either rows, or content with its format",
  });
export type ImportRequest = z.infer<typeof importRequestSchema>;

export const importOutcomeSchema = z.enum(["created", "updated", "skipped", "wrong"]);
export type ImportOutcome = z.infer<typeof importOutcomeSchema>;

/** What happened, or on a dry run would happen, to one row; rows count from 1. */
export const importedRowSchema = z.object({
  row: z.int(),
  name: z.string().nullable(),
  outcome: importOutcomeSchema,
  /** Null for a wrong row, and for a tool that a dry run would create. */
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

/** Headers that files use for each field, without case, spaces and punctuation; the likelier one first. */
const COMMON_HEADERS: readonly (readonly [ImportField, string])[] = [
  [
    "name",
    "name toolname toolnames toolsname toolsnames tool tools aitool title product productname app appname",
  ],
  ["company", "company companyname vendor maker provider developer publisher organization organisation"],
  ["url", "url website websiteurl homepage homepageurl link urls toolurl site web"],
  ["use", "use primaryusecase usecase usecases uses purpose"],
  [
    "capabilities",
    "capabilities description whatis whatitdoes summary about overview shortdescription details features",
  ],
  ["modality", "modality modalities type mediatype"],
  ["industry", "industry industries sector vertical"],
  ["tags", "tags tag keywords keyword labels topics categories"],
  // A category says which industry a tool is for, unless the file says that elsewhere; then it is a tag.
  ["industry", "category maincategory primarycategory"],
  ["tags", "category subcategory subcategories"],
  ["logoUrl", "logourl logo icon iconurl image imageurl thumbnail"],
  ["notes", "notes note comment comments remarks"],
  ["releaseNotes", "releasenotes changelog"],
  ["version", "version"],
];

const foldHeader = (header: string) => header.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Suggests which column fills which field, by the names that people give to columns. */
export function guessMapping(headers: readonly string[]): ColumnMapping {
  const columns = new Map(headers.toReversed().map((header) => [foldHeader(header), header]));
  const mapping: ColumnMapping = {};
  for (const [field, names] of COMMON_HEADERS) {
    const found = names.split(" ").find((name) => columns.has(name));
    if (found === undefined || mapping[field] !== undefined) continue;
    mapping[field] = columns.get(found);
    columns.delete(found);
  }
  return mapping;
}

/** True when every field has the column of its own name, as in StackLoop's own exports: their cells are exact. */
export const isOwnExport = (mapping: ColumnMapping): boolean =>
  IMPORT_FIELDS.every((field) => mapping[field] === field);
