import type { App } from "#server/app.ts";
import { invalid, notFound, upstreamFailed } from "#server/errors.ts";
import { setDiscussionSeen } from "#server/features/comments/comments.service.ts";
import { fetchFor, requestSource } from "#server/features/sources/sources.service.ts";
import type { Library } from "#server/kernel/items/library-kind.service.ts";
import { addItem, editItem, getItem } from "#server/kernel/items/library.service.ts";
import { removeItem } from "#server/kernel/items/removal.service.ts";
import { readPage } from "#server/kernel/paging/paging.ts";
import { webAddress } from "#server/outside/http/canonical-url.ts";
import { truncateText, oneLine } from "#server/outside/pages/plain-text.ts";
import type { User } from "#shared/accounts/users.ts";
import type { RemovalRequest } from "#shared/kernel/deletions.ts";
import type { Page, PageRequest } from "#shared/kernel/paging.ts";
import { TEXT_LIMITS } from "#shared/kernel/text-rules.ts";
import { parseIsbn } from "#shared/readings/isbn.ts";
import {
  EMPTY_READING,
  type ListedReading,
  type LookupAnswer,
  type LookupRequest,
  type NewReading,
  type Reading,
  type ReadingEdit,
  type ReadingFields,
} from "#shared/readings/readings.ts";

import { listReadingRowsFor, readingStore } from "./readings.queries.ts";

export const readingLibrary: Library<Reading, ReadingFields> = {
  kind: "reading",
  store: readingStore,
  titleOf: ({ title }) => title,
  pictureOf: ({ imageUrl }) => imageUrl,
  emptyFields: EMPTY_READING,
  create: (fields, base, time) => ({ ...fields, ...base, createdAt: time, updatedAt: time }),
  touch: (time) => ({ updatedAt: time }),
};

/** Lists readings, newest first, with the number of new comments for this user. */
export const listReadings = (app: App, user: User, input: PageRequest): Promise<Page<ListedReading>> =>
  readPage(
    input,
    (slice) => listReadingRowsFor(app.db, user.id, slice),
    ({ createdAt, id }) => [createdAt, id],
  );

/** Returns one reading. Throws 404 if there is none. */
export const getReading = (app: App, id: string): Promise<Reading> => getItem(app, readingLibrary, id);

/** Adds a reading owned by the user. */
export const addReading = (app: App, by: User, fields: NewReading): Promise<Reading> =>
  addItem(app, readingLibrary, { by, fields });

/** Updates the given fields. Throws 409 with the current reading if it has changed since. */
export const editReading = (
  app: App,
  by: User,
  { id, revision, ...changes }: ReadingEdit,
): Promise<Reading> => editItem(app, readingLibrary, { by, id, revision, changes });

/** Deletes a reading with its discussion, regardless of who added it. Returns the number of deleted comments. */
export async function removeReading(
  app: App,
  by: User,
  request: RemovalRequest,
): Promise<{ removedComments: number; deletionId: string }> {
  const { deletionId, contents } = await removeItem(app, readingLibrary, { by, ...request });
  return { removedComments: contents["comments"] ?? 0, deletionId };
}

/** Flags a discussion as seen by this user: comments up to now are no longer new to them. */
export const markSeen = (app: App, user: User, { id }: { id: string }): Promise<void> =>
  setDiscussionSeen(app, user, { readingId: id });

/** Fetches title, author, year and cover of a book by ISBN, or of an article by URL. */
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
  const line = (text: string) => truncateText(oneLine(text), TEXT_LIMITS.name);
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
