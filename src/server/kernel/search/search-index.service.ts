import type { App } from "#server/app.ts";
import { yieldToEventLoop } from "#server/kernel/async/promises.ts";

import { hasChanges, indexChanged, indexNext, mergeIndexes } from "./search-index.queries.ts";

/** Number of docs indexed at once, which takes a few milliseconds. Waiting requests run in between. */
const BATCH_SIZE = 25;
/** Maximum number of batches indexed before a search. After a large import, the rest follows in the background. */
const MAX_BATCHES_BEFORE_SEARCH = 8;
/** Pause after a failure in ms. */
const RETRY_MS = 1000;

/** Indexes the latest changes, so that a search finds what was just saved. */
export async function indexLatestChanges({ db, log }: App): Promise<void> {
  try {
    for (let slice = 0; slice < MAX_BATCHES_BEFORE_SEARCH && (await hasChanges(db)); slice += 1) {
      await indexChanged(db, BATCH_SIZE);
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
    await indexChanged(db, BATCH_SIZE);
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
        (isChanged && (await indexChanged(db, BATCH_SIZE))) || (await indexNext(db, BATCH_SIZE));
      if (isChanged || hasMore || !isMerged) isMerged = !(await mergeIndexes(db));
      // Wait as long as the batch took, so that half of the time is left for others.
      return hasMore || !isMerged ? performance.now() - start : null;
    } catch (error) {
      log.error({ err: error }, "updating the search index failed; retrying");
      return RETRY_MS;
    }
  };
}
