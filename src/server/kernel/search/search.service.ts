import type { App } from "#server/app.ts";
import { isTooLarge, unavailable } from "#server/errors.ts";
import { yieldToEventLoop } from "#server/kernel/async/promises.ts";
import { invalidCursor } from "#server/kernel/paging/paging.ts";
import { readWholeNumber } from "#shared/kernel/text.ts";
import {
  MAX_RESULTS,
  type SearchAnswer,
  type SearchKind,
  type SearchRequest,
  type SearchResult,
} from "#shared/search/search.ts";

import {
  isIndexComplete,
  hasChanges,
  indexChanged,
  indexNext,
  mergeIndexes,
} from "./search-index.queries.ts";
import { stemsOf } from "./stems.ts";

/** Searches all content, best results first. `signal` aborts once nobody waits for it. */
export async function searchAll(
  app: App,
  { cursor, ...request }: SearchRequest,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const databaseUrl = app.database.url;
  const offset = readOffset(cursor);
  await catchUp(app);
  try {
    return await app.workers.run("search.all", { databaseUrl, request, offset }, { signal });
  } catch (error) {
    if (isTooLarge(error)) throw unavailable("This search takes too long. Add a word or a filter.");
    throw error;
  }
}

/** Returns the newest items that match all terms, at most `limit`. */
export async function latestFound(
  app: App,
  { q, kind, limit }: { q: string; kind: SearchKind | null; limit: number },
  signal: AbortSignal,
): Promise<SearchResult[]> {
  await catchUp(app);
  return app.workers.run("search.latest", { databaseUrl: app.database.url, q, kind, limit }, { signal });
}

/** True if a question has words besides common ones. */
export const hasWords = (question: string): boolean => stemsOf(question).length > 0;

/** True if a search covers all content. */
export const findsEverything = ({ db }: Pick<App, "db">): Promise<boolean> => isIndexComplete(db);

function readOffset(cursor: string | undefined): number {
  const offset = readWholeNumber(cursor ?? 0);
  if (typeof offset !== "number" || offset < 0 || offset > MAX_RESULTS) throw invalidCursor();
  return offset;
}

/** Takes a few milliseconds, after which waiting requests run. */
const DOCS_AT_ONCE = 25;
/** Limit on indexing before a search. After a large import, the rest follows in the background. */
const SLICES_BEFORE_A_SEARCH = 8;
/** Pause after a failure in ms. */
const RETRY_MS = 1000;

/** Indexes the latest changes, so that a search finds what was just saved. */
export async function catchUp({ db, log }: App): Promise<void> {
  try {
    for (let slice = 0; slice < SLICES_BEFORE_A_SEARCH && (await hasChanges(db)); slice += 1) {
      await indexChanged(db, DOCS_AT_ONCE);
      await yieldToEventLoop();
    }
  } catch (error) {
    log.error(
      { err: error },
      "updating the search index failed; search results don't include the latest changes",
    );
  }
}

export async function indexAllChanged({ db }: Pick<App, "db">, signal: AbortSignal): Promise<void> {
  while (await hasChanges(db)) {
    signal.throwIfAborted();
    await indexChanged(db, DOCS_AT_ONCE);
    await yieldToEventLoop();
  }
}

/**
 * Maintains the search index while the server runs: indexes changes, then existing content, and merges index segments.
 * Resumes after a restart. Each call of the returned function does a small step and returns the pause in milliseconds,
 * or null if there is nothing to do until the next commit. The loop then rests, so that many changes are indexed in one
 * commit. Searches don't wait for it, since they index changes first.
 */
export function searchIndexer({ db, log }: Pick<App, "db" | "log">): () => Promise<number | null> {
  let isMerged = false;
  return async () => {
    const start = performance.now();
    try {
      const isChanged = await hasChanges(db);
      const hasMore =
        (isChanged && (await indexChanged(db, DOCS_AT_ONCE))) || (await indexNext(db, DOCS_AT_ONCE));
      if (isChanged || hasMore || !isMerged) isMerged = !(await mergeIndexes(db));
      // Wait as long as the batch took, so that half of the time is left for others.
      return hasMore || !isMerged ? performance.now() - start : null;
    } catch (error) {
      log.error({ err: error }, "updating the search index failed; retrying");
      return RETRY_MS;
    }
  };
}
