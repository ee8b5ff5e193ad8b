import { z } from "zod";

import { exactTagsOf, lineOf, proseOf, tagsOf } from "./import-cells.ts";
import { type CommonHeaders, IMPORT_FORMATS, importRequestOf } from "./import-request.ts";
import type { CellReaders, ImportKind } from "./import-row.ts";
import { readingFieldsSchema } from "./readings.ts";

const FIELDS = ["title", "author", "year", "isbn", "topic", "page", "tags", "notes", "imageUrl"] as const;
type ReadingImportField = (typeof FIELDS)[number];

export const READING_IMPORT_FORMATS = [...IMPORT_FORMATS, "bibtex"] as const;
export const readingImportRequestSchema = importRequestOf(FIELDS, READING_IMPORT_FORMATS);
export type ReadingImportRequest = z.infer<typeof readingImportRequestSchema>;

const importedReadingSchema = readingFieldsSchema
  .partial()
  .extend({ title: readingFieldsSchema.shape.title, author: readingFieldsSchema.shape.author });
/** What a row says of a reading; fields that it says nothing of are absent. */
export type ImportedReading = z.infer<typeof importedReadingSchema>;

// Goodreads, LibraryThing, StoryGraph, Calibre and reference managers among them.
const COMMON_HEADERS: CommonHeaders<ReadingImportField> = [
  ["title", "title booktitle name book"],
  ["author", "author authors primaryauthor creator creators writer by"],
  [
    "year",
    "year yearpublished publicationyear originalpublicationyear published publicationdate pubdate date issued",
  ],
  ["isbn", "isbn13 isbn isbnuid isbn10 isbns"],
  ["topic", "topic subject genre category"],
  ["page", "page pages"],
  ["tags", "tags tag keywords keyword bookshelves shelves subjects genres categories labels topics"],
  ["notes", "notes note myreview review comments comment privatenotes description summary abstract"],
  ["imageUrl", "imageurl coverurl coverimageurl coverimage thumbnail"],
];

const WHOLE_NUMBER = /^[-−]?\d{1,4}(?:\.0+)?$/u;
const FULL_YEAR = /(?<!\d)\d{4}(?!\d)/u;

/** A year, also as the first year in a date such as 2019-03-05 or "May 1979". */
export function yearOf(cell: unknown): unknown {
  if (typeof cell !== "string") return cell;
  const text = cell.trim();
  if (WHOLE_NUMBER.test(text)) return Number(text.replace("−", "-"));
  const year = FULL_YEAR.exec(text)?.[0];
  return year === undefined ? text : Number(year);
}

/** An ISBN; LibraryThing puts it into brackets, also when there is none. */
function isbnOf(cell: unknown): unknown {
  const text = lineOf(cell);
  return typeof text === "string" ? text.replace(/^\[(.*)\]$/u, "$1") : text;
}

/** Notes; Goodreads writes the line breaks of a review as HTML. */
function notesOf(cell: unknown): unknown {
  const text = proseOf(cell);
  return typeof text === "string" ? text.replaceAll(/<br\s*\/?>/giu, "\n") : text;
}

const readers: CellReaders<ReadingImportField> = {
  title: lineOf,
  author: lineOf,
  year: yearOf,
  isbn: isbnOf,
  topic: lineOf,
  page: lineOf,
  tags: tagsOf,
  notes: notesOf,
  imageUrl: lineOf,
};

/** How files tell of readings. */
export const READING_IMPORT: ImportKind<ReadingImportField, ImportedReading> = {
  noun: "reading",
  fields: FIELDS,
  labels: {
    title: "Title",
    author: "Author",
    year: "Year",
    isbn: "ISBN",
    topic: "Topic",
    page: "Page",
    tags: "Tags",
    notes: "Notes",
    imageUrl: "Cover image",
  },
  naming: "title",
  required: { title: "the titles of the readings", author: "the authors of the readings" },
  commonHeaders: COMMON_HEADERS,
  readers,
  exactReaders: { ...readers, isbn: lineOf, tags: exactTagsOf, notes: proseOf },
  schema: importedReadingSchema,
};
