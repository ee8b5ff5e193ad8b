import type { App } from "#server/app.ts";
import { isTooLarge, unavailable } from "#server/errors.ts";
import { invalidCursor } from "#server/kernel/paging/paging.ts";
import { readWholeNumber } from "#shared/kernel/text.ts";
import {
  MAX_RESULTS,
  type SearchAnswer,
  type SearchKind,
  type SearchRequest,
  type SearchResult,
} from "#shared/search/search.ts";

import { isIndexComplete } from "./search-index.queries.ts";
import { indexLatestChanges } from "./search-index.service.ts";
import { stemsOf } from "./stems.ts";

/** Searches all content, best results first. `signal` aborts once nobody waits for it. */
export async function searchAll(
  app: App,
  { cursor, ...request }: SearchRequest,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const databaseUrl = app.database.url;
  const offset = readOffset(cursor);
  await indexLatestChanges(app);
  try {
    return await app.workers.run("search.all", { databaseUrl, request, offset }, { signal });
  } catch (error) {
    if (isTooLarge(error)) throw unavailable("This search takes too long. Add a word or a filter.");
    throw error;
  }
}

/** Returns the newest items that match all terms, at most `limit`. */
export async function listLatestMatches(
  app: App,
  { q, kind, limit }: { q: string; kind: SearchKind | null; limit: number },
  signal: AbortSignal,
): Promise<SearchResult[]> {
  await indexLatestChanges(app);
  return app.workers.run("search.latest", { databaseUrl: app.database.url, q, kind, limit }, { signal });
}

/** True if a question has words besides common ones. */
export const hasWords = (question: string): boolean => stemsOf(question).length > 0;

/** True if a search covers all content. */
export const isSearchComplete = ({ db }: Pick<App, "db">): Promise<boolean> => isIndexComplete(db);

function readOffset(cursor: string | undefined): number {
  const offset = readWholeNumber(cursor ?? 0);
  if (typeof offset !== "number" || offset < 0 || offset > MAX_RESULTS) throw invalidCursor();
  return offset;
}
