import type { z } from "zod";

import { namesOf } from "#shared/fields/field.ts";
import { READING_FIELDS } from "#shared/fields/reading-fields.ts";
import { hasLastNamesFirst, isAmbiguousList } from "#shared/readings/person-name.ts";
import { readingFieldsSchema } from "#shared/readings/readings.ts";

import { proseIn } from "./cells.ts";
import { columnsOf } from "./column-values.ts";
import { isRecord } from "./files/json-text.ts";
import { inNaturalOrder, MAX_ORDERED_LENGTH } from "./reading-cells.ts";
import { guessColumns, headerWords, IMPORT_FORMATS, createImportRequest } from "./request.ts";
import { createImportKind, isOwnExport } from "./row.ts";

// Columns that identify Zotero's CSV export, which splits some of a reading's fields. Its columns never change
// (https://www.zotero.org/support/kb/exporting).
const ZOTERO_COLUMNS = ["Item Type", "Abstract Note", "Manual Tags"];

type Row = Record<string, unknown>;

const isZoteroRow = (row: unknown): row is Row =>
  isRecord(row) && ZOTERO_COLUMNS.every((column) => Object.hasOwn(row, column));

/**
 * Converts rows of a Zotero CSV to a reading's fields: authors by name, notes and tags merged. In other rows, puts
 * first names first and moves addresses to the notes.
 */
function prepareReadings(rows: readonly unknown[]): readonly unknown[] {
  if (!rows.some(isZoteroRow)) return withAddressesInNotes(withFirstNamesFirst(rows));
  return rows.map((row) => (isZoteroRow(row) ? mergeZoteroColumns(row) : row));
}

/** Puts first names first, as in "Li, Ana", if the column clearly contains other authors in that form. */
function withFirstNamesFirst(rows: readonly unknown[]): readonly unknown[] {
  const mapping = guessColumns(READING_IMPORT.commonHeaders, columnsOf(rows));
  const { author: column } = mapping;
  if (column === undefined || isOwnExport(READING_IMPORT, mapping)) return rows;
  const authorOf = (row: unknown) => {
    const author = isRecord(row) ? row[column] : undefined;
    return typeof author === "string" && author.length <= MAX_ORDERED_LENGTH ? author : "";
  };
  if (!rows.some((row) => hasLastNamesFirst(authorOf(row)))) return rows;
  return rows.map((row) => {
    const author = authorOf(row);
    return isRecord(row) && isAmbiguousList(author) ? { ...row, [column]: inNaturalOrder(author) } : row;
  });
}

/** Columns with the address of an article or paper. Readings have no such field. */
const ADDRESS_COLUMNS: ReadonlySet<string> = new Set(
  "url link href permalink weburl pageurl articleurl sourceurl originalurl resolvedurl source doi".split(" "),
);

function withAddressesInNotes(rows: readonly unknown[]): readonly unknown[] {
  const columns = columnsOf(rows);
  const addressColumns = columns.filter((column) => ADDRESS_COLUMNS.has(headerWords(column).join("")));
  if (addressColumns.length === 0) return rows;
  const { notes = "notes" } = guessColumns(READING_IMPORT.commonHeaders, columns);
  return rows.map((row) => {
    if (!isRecord(row)) return row;
    const { [notes]: cell } = row;
    const existingNotes = isBlank(cell) ? "" : proseIn(cell);
    if (existingNotes === undefined) return row;
    const movedColumns = addressColumns.filter(
      (column) => isBlank(row[column]) || addressOf(row[column]) !== undefined,
    );
    const rest = Object.entries(row).filter(([column]) => !movedColumns.includes(column));
    const addresses = movedColumns.flatMap((column) => addressOf(row[column]) ?? []);
    const added = [...new Set(addresses)].filter((address) => !existingNotes.includes(address));
    if (added.length === 0) return Object.fromEntries(rest);
    return {
      ...Object.fromEntries(rest),
      [notes]: [existingNotes.trim(), ...added].filter(Boolean).join("\n"),
    };
  });
}

const isBlank = (cell: unknown): boolean => cell === undefined || cell === null || cell === "";

/** Returns the URL in a cell. For a DOI, returns its URL at doi.org. */
function addressOf(cell: unknown): string | undefined {
  const text = typeof cell === "string" ? cell.trim() : "";
  if (/^https?:\/\/\S+$/iu.test(text)) return text;
  return /^10\.\d{4,9}\/\S+$/u.test(text) ? `https://doi.org/${text}` : undefined;
}

function mergeZoteroColumns(row: Row): Row {
  const cell = (column: string): string => {
    const value = row[column];
    return typeof value === "string" ? value.trim() : "";
  };
  const joinUnique = (separator: string, cells: readonly string[]) =>
    [...new Set(cells.filter((text) => text !== ""))].join(separator);
  return {
    ...row,
    Author: namesIn(cell("Author")) || namesIn(cell("Editor")) || cell("Publisher"),
    Notes: joinUnique("\n", [
      cell("Notes"),
      cell("Abstract Note"),
      cell("Url"),
      cell("DOI").replace(/^(?=10\.)/u, "https://doi.org/"),
    ]),
    "Manual Tags": joinUnique("; ", [cell("Manual Tags"), cell("Automatic Tags")]),
  };
}

/** Converts "Dean, Jeff; Le, Quoc" to "Jeff Dean, Quoc Le". An institution has no comma. */
const namesIn = (names: string): string =>
  names
    .split(";")
    .map((name) => {
      const [last = "", ...others] = name.split(",").map((part) => part.trim());
      return [...others, last].filter((part) => part !== "").join(" ");
    })
    .filter((name) => name !== "")
    .join(", ");

export const READING_IMPORT_FORMATS = [...IMPORT_FORMATS, "bibtex"] as const;
export const readingImportRequestSchema = createImportRequest(
  namesOf(READING_FIELDS),
  READING_IMPORT_FORMATS,
);
export type ReadingImportRequest = z.infer<typeof readingImportRequestSchema>;

const importedReadingSchema = readingFieldsSchema
  .partial()
  .extend({ title: readingFieldsSchema.shape.title });
/** Fields of a reading in a row. Empty ones are absent. */
export type ImportedReading = z.infer<typeof importedReadingSchema>;

/** Import of readings from files. */
export const READING_IMPORT = createImportKind(READING_FIELDS, {
  noun: "reading",
  nameField: "title",
  lists: "readings books articles papers publications references readinglist works bookmarks",
  required: { title: "the reading titles" },
  prepare: prepareReadings,
  schema: importedReadingSchema,
});
