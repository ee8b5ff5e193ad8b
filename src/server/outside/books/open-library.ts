import { z } from "zod";

import { webAddress } from "#server/outside/http/canonical-url.ts";
import { type HttpClient, OutboundError } from "#server/outside/http/http-client.ts";
import { readJson, SourceError } from "#server/outside/http/source-error.ts";
import { oneLine } from "#server/outside/pages/plain-text.ts";
import { parseIsbn } from "#shared/readings/isbn.ts";
import { firstNameFirst } from "#shared/readings/person-name.ts";

export interface FoundBook {
  title: string;
  /** Names joined by ", ". Empty if unknown. */
  author: string;
  year: number | null;
  isbn: string;
  publisher: string | null;
  pages: number | null;
  description: string | null;
  subjects: string[];
  coverUrl: string | null;
  /** Page where people can read the data. */
  url: string | null;
}

/** Source of books by ISBN, in any spelling. */
export interface BookSource {
  /** Returns the book, or null if it is unknown or the number is not an ISBN. */
  byIsbn(isbn: string, signal?: AbortSignal): Promise<FoundBook | null>;
}

const MAX_BYTES = 1_000_000;
const MAX_DESCRIPTION = 4000;
/** Maximum length of the HTML to parse. */
const MAX_MARKUP_CHARS = 20_000;

// Volunteers write the data, so an invalid field is omitted and the book is still used.
const optional = <Value>(shape: z.ZodType<Value>) => shape.nullish().catch(null);
const nameSchema = z
  .union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])
  .nullish()
  .catch(null);
const namesSchema = z
  .union([z.array(nameSchema), nameSchema.transform((name) => [name])])
  .nullish()
  .catch(null);
const textSchema = z.union([z.string(), z.number().transform(String)]);
const bookSchema = z.object({
  title: textSchema.transform((title) => title.trim()).pipe(z.string().min(1)),
  subtitle: optional(textSchema),
  authors: namesSchema,
  by_statement: optional(textSchema),
  publish_date: optional(textSchema),
  publishers: namesSchema,
  number_of_pages: optional(z.union([z.int(), z.string().transform((text) => Number.parseInt(text, 10))])),
  subjects: namesSchema,
  url: optional(z.string()),
  cover: optional(z.object({ large: optional(z.string()), medium: optional(z.string()) })),
});
const booksSchema = z.record(z.string(), z.unknown());

const editionSchema = z.object({
  description: z
    .union([z.string(), z.object({ value: z.string() }).transform(({ value }) => value)])
    .nullish(),
});

interface OpenLibraryOptions {
  http: HttpClient;
  /** Base address of the API. */
  url: string;
}

/** Open Library's books by ISBN (https://openlibrary.org/dev/docs/api/books). */
export function createOpenLibrary({ http, url }: OpenLibraryOptions): BookSource {
  const base = url.replace(/\/$/u, "");

  /** Fetches the description from a separate document. Most books have none. */
  async function fetchDescription(isbn: string, signal?: AbortSignal): Promise<string | null> {
    try {
      const reply = await http.send({
        url: `${base}/isbn/${isbn}.json`,
        maxBytes: MAX_BYTES,
        tries: 1,
        signal,
      });
      const { description } = readJson(reply.body, editionSchema, "Open Library");
      // Loaded on demand, because the start doesn't need it.
      const { textOfHtml } = await import("#server/outside/pages/html-text.ts");
      return textOfHtml((description ?? "").slice(0, MAX_MARKUP_CHARS)).slice(0, MAX_DESCRIPTION) || null;
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

/** Returns the book with this ISBN from a reply of the books API, or null if it is missing. */
export function readBook(answer: z.output<typeof booksSchema>, isbn: string): FoundBook | null {
  const { data: book } = bookSchema.safeParse(answer[`ISBN:${isbn}`]);
  if (!book) return null;
  const names = (list: z.output<typeof namesSchema>) =>
    (list ?? []).flatMap((name) => withoutCatalogueMarks(oneLine(name ?? "")) || []);
  const year = /(?<!\d)(?:1[4-9]|20)\d{2}(?!\d)/u.exec(book.publish_date ?? "")?.[0];
  const [title, subtitle] = [book.title, book.subtitle ?? ""].map((text) =>
    withoutCatalogueMarks(oneLine(text)),
  );
  const authors = names(book.authors).map((name) => firstNameFirst(name));
  return {
    title: subtitle ? `${title}: ${subtitle}` : (title ?? ""),
    author: authors.join(", ") || readStatedAuthor(book.by_statement ?? ""),
    year: year === undefined ? null : Number(year),
    isbn,
    publisher: names(book.publishers)[0] ?? null,
    pages: book.number_of_pages || null,
    description: null,
    subjects: names(book.subjects).slice(0, 20),
    coverUrl: webAddress(book.cover?.large ?? book.cover?.medium),
    url: webAddress(book.url),
  };
}

/** Returns the author in a catalogue's statement such as "by Jane Austen.". */
const readStatedAuthor = (statement: string): string =>
  withoutCatalogueMarks(oneLine(statement).replace(/^by\s+/iu, "")).replace(/\.$/u, "");

/**
 * Removes the marks that library catalogues put between fields: "Emma /", "Austen, Jane,", "Emma [electronic
 * resource]".
 */
const withoutCatalogueMarks = (text: string): string =>
  text
    .replace(/\s*\[(?:electronic resource|microform|sound recording|videorecording)\]/iu, "")
    .replace(/[\s/:;,=]+$/u, "");
