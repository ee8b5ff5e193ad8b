import { z } from "zod";

import { chosenIsbn } from "#shared/isbn.ts";
import { readingFieldsSchema, READING_YEARS } from "#shared/readings.ts";
import { TEXT_LIMITS } from "#shared/text.ts";

import { accepted, type CellReader, exceeds, fitText, rejected, tooLong, UNREADABLE } from "./adjustments.ts";
import {
  exactTagsCell,
  exactly,
  imageAddressCell,
  lineIn,
  lineReader,
  proseIn,
  proseReader,
  tagsCell,
} from "./cells.ts";
import { type CommonHeaders, IMPORT_FORMATS, importRequestOf } from "./request.ts";
import type { CellReaders, ImportKind } from "./row.ts";
import { gatherZoteroColumns } from "./zotero-csv.ts";

const FIELDS = ["title", "author", "year", "isbn", "topic", "page", "tags", "notes", "imageUrl"] as const;
type ReadingImportField = (typeof FIELDS)[number];

export const READING_IMPORT_FORMATS = [...IMPORT_FORMATS, "bibtex"] as const;
export const readingImportRequestSchema = importRequestOf(FIELDS, READING_IMPORT_FORMATS);
export type ReadingImportRequest = z.infer<typeof readingImportRequestSchema>;

const importedReadingSchema = readingFieldsSchema
  .partial()
  .extend({ title: readingFieldsSchema.shape.title, author: readingFieldsSchema.shape.author.optional() });
/** What a row says of a reading; fields that it says nothing of are absent. */
export type ImportedReading = z.infer<typeof importedReadingSchema>;

// Goodreads, LibraryThing, StoryGraph, Calibre and reference managers among them.
const COMMON_HEADERS: CommonHeaders<ReadingImportField> = [
  ["title", "title booktitle name book"],
  ["author", "author authors primaryauthor creator creators writer by"],
  // Who else stands for a work that names no author.
  ["author", "editor editors organization organisation institution publisher"],
  [
    "year",
    "year yearpublished publicationyear originalpublicationyear published publicationdate pubdate date issued",
  ],
  ["isbn", "isbn13 isbn isbnuid isbn10 isbns"],
  ["topic", "topic subject genre category"],
  ["page", "page pages"],
  [
    "tags",
    "tags tag manualtags keywords keyword bookshelves shelves subjects genres categories labels topics",
  ],
  ["notes", "notes note myreview review comments comment privatenotes description summary abstract"],
  ["imageUrl", "imageurl coverurl coverimageurl coverimage thumbnail"],
];

const WHOLE_NUMBER = /^[-−]?\d{1,4}(?:\.0+)?$/u;
const FULL_YEAR = /(?<!\d)\d{4}(?!\d)/u;

/** A year, also as the first year in a date such as 2019-03-05 or "May 1979"; undefined where none is named. */
export function yearOf(cell: unknown): number | undefined {
  if (typeof cell === "number") return cell;
  const text = lineIn(cell) ?? "";
  if (WHOLE_NUMBER.test(text)) return Number(text.replace("−", "-"));
  const year = FULL_YEAR.exec(text)?.[0];
  return year === undefined ? undefined : Number(year);
}

const yearCell: CellReader = (cell) => {
  const year = yearOf(cell);
  const isYear =
    Number.isInteger(year) && Number(year) >= READING_YEARS.min && Number(year) <= READING_YEARS.max;
  return isYear ? accepted(year) : rejected("not a year");
};

/** The names of authors; of more than fit, those at the beginning. */
const authorCell: CellReader = (cell) => {
  const text = lineIn(cell);
  if (text === undefined) return UNREADABLE;
  const reading = fitText(text, TEXT_LIMITS.name);
  if (!exceeds(text, TEXT_LIMITS.name)) return reading;
  const ending = ", et al.";
  const names = fitText(text, TEXT_LIMITS.name - ending.length).value;
  const end = typeof names === "string" ? names.lastIndexOf(", ") : -1;
  return end < 1 ? reading : { ...reading, value: `${String(names).slice(0, end)}${ending}` };
};

/** An ISBN, of several one; LibraryThing puts it into brackets, also when there is none. */
const isbnCell: CellReader = (cell) => {
  const text = lineIn(cell)?.replace(/^\[(.*)\]$/u, "$1");
  if (text === undefined) return UNREADABLE;
  const { isbn, count } = chosenIsbn(text);
  if (count < 2 && !exceeds(text, TEXT_LIMITS.tag)) return fitText(text, TEXT_LIMITS.tag);
  if (isbn === undefined) return rejected(tooLong(TEXT_LIMITS.tag));
  return accepted(isbn, { kind: "split", words: "partly imported: one of several ISBNs" });
};

/** Notes; Goodreads writes the line breaks of a review as HTML. */
const notesCell: CellReader = (cell) => {
  const text = proseIn(cell)?.replaceAll(/<br\s*\/?>/giu, "\n");
  return text === undefined ? UNREADABLE : fitText(text, TEXT_LIMITS.notes);
};

const line = lineReader(TEXT_LIMITS.shortText);

const readers: CellReaders<ReadingImportField> = {
  title: lineReader(TEXT_LIMITS.name),
  author: authorCell,
  year: yearCell,
  isbn: isbnCell,
  topic: line,
  page: line,
  tags: tagsCell,
  notes: notesCell,
  imageUrl: imageAddressCell,
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
  required: { title: "the reading titles" },
  commonHeaders: COMMON_HEADERS,
  prepare: gatherZoteroColumns,
  readers,
  exactReaders: {
    ...readers,
    isbn: lineReader(TEXT_LIMITS.tag),
    tags: exactTagsCell,
    notes: proseReader(TEXT_LIMITS.notes),
    imageUrl: exactly(imageAddressCell),
  },
  schema: importedReadingSchema,
};
