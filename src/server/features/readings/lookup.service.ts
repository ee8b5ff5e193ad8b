import type { App } from "#server/app.ts";
import { invalid, notFound, upstreamFailed } from "#server/errors.ts";
import { fetchFor, requestSource } from "#server/features/sources/sources.service.ts";
import { webAddress } from "#server/outside/http/canonical-url.ts";
import { cutText, oneLine } from "#server/outside/pages/plain-text.ts";
import type { User } from "#shared/accounts/users.ts";
import { TEXT_LIMITS } from "#shared/kernel/text-rules.ts";
import { parseIsbn } from "#shared/readings/isbn.ts";
import type { LookupAnswer, LookupRequest } from "#shared/readings/readings.ts";

/** Fetches title, author, year and cover of a book by ISBN, or of an article by address. */
export async function fetchReadingDetails(
  app: App,
  user: User,
  { isbnOrUrl }: LookupRequest,
): Promise<LookupAnswer> {
  const isUrl = /^https?:\/\//iu.test(isbnOrUrl);
  const isbn = isUrl ? null : parseIsbn(isbnOrUrl);
  const url = isUrl ? webAddress(isbnOrUrl) : null;
  if (isbn === null && url === null) {
    throw invalid("This is neither an ISBN nor a web address. Check for typos.", "isbnOrUrl");
  }
  const found = await fetchFor(app, user, () =>
    isbn === null ? lookUpPage(app, url ?? "") : lookUpBook(app, isbn),
  );
  if (!found) throw notFound("Nothing found. Fill in the fields yourself.");
  const line = (text: string) => cutText(oneLine(text), TEXT_LIMITS.name);
  return { ...found, title: line(found.title), author: line(found.author) };
}

async function lookUpBook(app: App, isbn: string): Promise<LookupAnswer | null> {
  const name = "Open Library";
  const book = await requestSource(app, { name, about: isbn }, () =>
    app.integrations.books.byIsbn(isbn),
  ).catch((error: unknown) => {
    app.log.warn({ err: error, isbn }, "couldn't look up a book");
    throw upstreamFailed(`Couldn't reach ${name}. Please try again later.`, error);
  });
  if (!book) return null;
  const { title, author, year, coverUrl } = book;
  return { title, author, year, imageUrl: webAddress(coverUrl), isbn, source: name };
}

async function lookUpPage(app: App, url: string): Promise<LookupAnswer | null> {
  const page = await app.integrations.pages.read(url).catch((error: unknown) => {
    app.log.warn({ err: error, url }, "couldn't read a page");
    throw upstreamFailed("Couldn't read this page. Check the address, or fill in the fields yourself.");
  });
  if (!page?.title) return null;
  return {
    title: page.title,
    author: page.authors.join(", ") || page.siteName || "",
    year: page.publishedAt === null ? null : Number(page.publishedAt.slice(0, 4)),
    imageUrl: webAddress(page.imageUrl),
    isbn: null,
    source: new URL(page.url).hostname.replace(/^www\./u, ""),
  };
}
