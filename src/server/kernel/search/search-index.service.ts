import type { App } from "#server/app.ts";
import { yieldToEventLoop } from "#server/kernel/async/yield-to-event-loop.ts";

import { hasChanges, indexChanged, indexNext, mergeIndexes } from "./search-index.queries.ts";

/** A few milliseconds each; people who wait for the server come in between. */
const DOCS_AT_ONCE = 50;
/** What a search waits for at most; after a large import the rest follows in the background. */
const SLICES_BEFORE_A_SEARCH = 4;
/** How soon something that changed is read where nobody searches. */
const REST_MS = 1000;

/** Has the index read what changed a moment ago, so that whoever saved something finds it. */
export async function catchUp({ db, log }: App): Promise<void> {
  try {
    for (let slice = 0; slice < SLICES_BEFORE_A_SEARCH && (await hasChanges(db)); slice += 1) {
      await indexChanged(db, DOCS_AT_ONCE);
      await yieldToEventLoop();
    }
  } catch (error) {
    log.error(
      { err: error },
      "updating the search index failed; the search goes on without the latest changes",
    );
  }
}

/** Has the index read everything that changed. */
export async function indexAllChanged({ db }: Pick<App, "db">, signal: AbortSignal): Promise<void> {
  while (await hasChanges(db)) {
    signal.throwIfAborted();
    await indexChanged(db, DOCS_AT_ONCE);
    await yieldToEventLoop();
  }
}

/**
 * Keeps the search index in shape for as long as the server runs: reads what changed, then what was there before the
 * index, a few docs at a time, and merges what that left in pieces. Goes on after a restart where it was. Each call of
 * what this returns does a little of it and says for how many milliseconds to rest then.
 */
export function searchIndexer({ db, log }: Pick<App, "db" | "log">): () => Promise<number> {
  let isMerged = false;
  return async () => {
    const start = performance.now();
    try {
      const isChanged = await hasChanges(db);
      if (isChanged) await indexChanged(db, DOCS_AT_ONCE);
      const hasMore = isChanged || (await indexNext(db, DOCS_AT_ONCE));
      if (hasMore || !isMerged) isMerged = !(await mergeIndexes(db));
      // As long as the work took: half of the time is everybody else's.
      return hasMore || !isMerged ? performance.now() - start : REST_MS;
    } catch (error) {
      log.error({ err: error }, "updating the search index failed; it is tried again");
      return REST_MS;
    }
  };
}
