import { z } from "zod";

import { parseIsbn } from "#shared/isbn.ts";

import type { BookSource, FoundBook } from "./book-source.ts";
import { webAddress } from "./canonical-url.ts";
import { oneLine, textOfHtml } from "./html-text.ts";
import { type HttpClient, OutboundError } from "./http-client.ts";
import { readJson } from "./json-reply.ts";
import { SourceError } from "./source-error.ts";

const MAX_BYTES = 1_000_000;
const MAX_DESCRIPTION = 4000;
/** So much HTML is enough for it. */
const MAX_MARKUP = 20_000;

const named = z.array(z.object({ name: z.string() })).nullish();
const bookSchema = z.object({
  title: z.string().min(1),
  subtitle: z.string().nullish(),
  authors: named,
  by_statement: z.string().nullish(),
  publish_date: z.string().nullish(),
  publishers: named,
  number_of_pages: z.int().nullish(),
  subjects: named,
  url: z.string().nullish(),
  cover: z.object({ large: z.string().nullish(), medium: z.string().nullish() }).nullish(),
});
const booksSchema = z.record(z.string(), z.unknown());

const editionSchema = z.object({
  description: z
    .union([z.string(), z.object({ value: z.string() }).transform(({ value }) => value)])
    .nullish(),
});

interface OpenLibraryOptions {
  http: HttpClient;
  /** The base address. */
  url: string;
}

/** Open Library's books by ISBN (https://openlibrary.org/dev/docs/api/books). */
export function createOpenLibrary({ http, url }: OpenLibraryOptions): BookSource {
  const base = url.replace(/\/$/u, "");

  /** The description stands in another document, and most books have none. */
  async function fetchDescription(isbn: string, signal?: AbortSignal): Promise<string | null> {
    try {
      const reply = await http.send({
        url: `${base}/isbn/${isbn}.json`,
        maxBytes: MAX_BYTES,
        tries: 1,
        signal,
      });
      const { description } = readJson(reply.body, editionSchema, "Open Library");
      return textOfHtml((description ?? "").slice(0, MAX_MARKUP)).slice(0, MAX_DESCRIPTION) || null;
    } catch (error) {
      if (error instanceof OutboundError || error instanceof SourceError) return null;
      throw error;
    }
  }

  return {
    async byIsbn(written, signal) {
      const isbn = parseIsbn(written);
      if (isbn === null) return null;
      const query = `${base}/api/books?bibkeys=ISBN:${isbn}&format=json&jscmd=data`;
      const reply = await http.send({ url: query, maxBytes: MAX_BYTES, signal });
      const book = readBook(readJson(reply.body, booksSchema, "Open Library"), isbn);
      return book && { ...book, description: await fetchDescription(isbn, signal) };
    },
  };
}

/** The book of an ISBN in a reply of the books API; null when it is not in there. */
export function readBook(answer: z.output<typeof booksSchema>, isbn: string): FoundBook | null {
  const { data: book } = bookSchema.safeParse(answer[`ISBN:${isbn}`]);
  if (!book) return null;
  const names = (list: z.output<typeof named>) => (list ?? []).map(({ name }) => oneLine(name));
  const year = /\b(?:1[4-9]|20)\d{2}\b/u.exec(book.publish_date ?? "")?.[0];
  return {
    title: oneLine(book.subtitle ? `${book.title}: ${book.subtitle}` : book.title),
    author: names(book.authors).join(", ") || oneLine(book.by_statement ?? "").replace(/\.$/u, ""),
    year: year === undefined ? null : Number(year),
    isbn,
    publisher: names(book.publishers)[0] ?? null,
    pages: book.number_of_pages ?? null,
    description: null,
    subjects: names(book.subjects).slice(0, 20),
    coverUrl: webAddress(book.cover?.large ?? book.cover?.medium),
    url: webAddress(book.url),
  };
}
