import { lineReader, proseReader } from "#shared/imports/cells.ts";
import { authorCell, exactAuthorCell, isbnCell, notesCell, yearCell } from "#shared/imports/reading-cells.ts";
import { TEXT_LIMITS } from "#shared/kernel/text-rules.ts";

import {
  lineField,
  pictureField,
  proseField,
  requiredLineField,
  tagsField,
  TEXT_VALUE,
} from "./field-kinds.ts";
import type { SchemaKinds } from "./field-schemas.ts";
import type { FieldTable } from "./field.ts";

const tagText = (value: unknown): string => (Array.isArray(value) ? value.join(", ") : String(value));

const tags = tagsField({
  label: "Tags",
  placeholder: "agents, evaluation",
  hint: "Separated by commas",
  headers:
    "tags tag manualtags keywords keyword authorkeywords bookshelves shelves subjects genres categories labels topics schlagworte schlagworter stichworte motscles etiquetas etiquettes",
});

/**
 * Fields of a reading, in form order. Column names include those of Goodreads, LibraryThing, StoryGraph, Calibre and
 * reference managers.
 */
export const READING_FIELDS = {
  title: requiredLineField(TEXT_LIMITS.name, "Title is required", {
    label: "Title",
    placeholder: "Title of the book or article",
    headers: "title booktitle documenttitle name book titel titre titulo titolo buchtitel",
    isPlacedSeparately: true,
  }),
  author: {
    ...requiredLineField(TEXT_LIMITS.name, "Author is required", {
      label: "Author",
      placeholder: "Who wrote it",
      headers:
        "author authors authortext authornames authorname authorships primaryauthor creator creators writer by autor autoren autorin auteur auteurs autores autore verfasser",
      // Fallbacks for a work without an author.
      otherHeaders: "editor editors organization organisation institution publisher",
      isPlacedSeparately: true,
    }),
    readCell: authorCell,
    readExactly: exactAuthorCell,
  },
  year: {
    ...TEXT_VALUE,
    schemas: (kinds: SchemaKinds) => kinds.year(),
    label: "Year",
    control: "number",
    placeholder: "2024",
    headers:
      "year yearpublished publicationyear originalpublicationyear published firstpublishyear firstpublished publicationdate publishdate publisheddate publishedat datepublished pubdate date issued jahr erscheinungsjahr erscheinungsdatum annee ano anno",
    readCell: yearCell,
    readExactly: yearCell,
    isPlacedSeparately: true,
  },
  page: lineField(TEXT_LIMITS.shortText, {
    label: "Page",
    placeholder: "12-34, 56",
    headers: "page pages seite seiten pagina paginas pagine",
    isPlacedSeparately: true,
  }),
  topic: lineField(TEXT_LIMITS.shortText, {
    label: "Topic",
    placeholder: "What it's about, in a word or two",
    headers: "topic subject genre category thema sujet tema genero kategorie categorie categoria",
    isPlacedSeparately: true,
  }),
  isbn: {
    ...lineField(TEXT_LIMITS.tag, {
      label: "ISBN",
      placeholder: "978-0-14-143954-9",
      headers: "isbn13 isbn isbnuid isbn10 isbns eanisbn13 industryidentifiers",
    }),
    readCell: isbnCell,
    readExactly: lineReader(TEXT_LIMITS.tag),
  },
  imageUrl: pictureField({
    label: "Cover Image URL",
    headers: "imageurl coverurl coverimageurl coverimage thumbnail",
  }),
  tags: {
    ...tags,
    control: "text",
    schemas: (kinds: SchemaKinds) => kinds.tagsAsText(),
    toFormValue: tagText,
    toText: tagText,
  },
  notes: {
    ...proseField(TEXT_LIMITS.notes, {
      label: "Notes",
      placeholder: "Why it's worth reading and what to look for",
      rows: 4,
      headers:
        "notes note myreview review reviewcontent reviewtext reviewbody comments comment privatenotes description summary abstract notizen notiz bemerkung bemerkungen kommentar remarques commentaire notas comentarios",
      isPlacedSeparately: true,
    }),
    readCell: notesCell,
    readExactly: proseReader(TEXT_LIMITS.notes),
  },
} satisfies FieldTable;
