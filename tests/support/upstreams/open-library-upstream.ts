import { json, notFoundReply, type StubServer, stubServer } from "./stub-server.ts";

export interface BookRecord {
  title: string;
  authors: string[];
  publish_date: string;
  publishers: string[];
  description?: string;
}

/** Open Library's books API and its editions, by ISBN. */
export async function openLibraryUpstream(books: Record<string, BookRecord> = {}): Promise<StubServer> {
  const named = (names: readonly string[]) => names.map((name) => ({ name }));
  return stubServer(({ url }) => {
    const isbn = /^\/isbn\/([\dX]+)\.json$/u.exec(url.pathname)?.[1];
    const edition = isbn === undefined ? undefined : books[isbn];
    if (edition)
      return json({
        title: edition.title,
        description: { type: "/type/text", value: edition.description ?? "" },
      });
    if (url.pathname !== "/api/books") return notFoundReply;
    const key = url.searchParams.get("bibkeys") ?? "";
    const book = books[key.replace("ISBN:", "")];
    if (!book) return json({});
    const { title, authors, publish_date, publishers } = book;
    return json({
      [key]: {
        url: "https://openlibrary.org/books/OL1M/stub",
        title,
        authors: named(authors),
        publishers: named(publishers),
        publish_date,
        cover: { medium: "https://covers.openlibrary.org/b/id/1-M.jpg" },
      },
    });
  });
}
