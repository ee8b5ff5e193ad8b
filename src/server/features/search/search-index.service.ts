import { setTimeout as wait } from "node:timers/promises";

import type { App } from "#server/app.ts";
import { yieldToEventLoop } from "#server/yield-to-event-loop.ts";
import type { SearchKind } from "#shared/search.ts";

import { indexDocs, indexNext, mergeIndexes } from "./search-index.queries.ts";

/** A few milliseconds each; people who wait for the server come in between. */
const DOCS_AT_ONCE = 50;

/**
 * Makes items found as they are now. Call it within the transaction `db` of every change of what is found: either both
 * are stored or neither is. What is deleted leaves the index by itself.
 */
export async function indexItems(db: App["db"], kind: SearchKind, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += DOCS_AT_ONCE) {
    if (start > 0) await yieldToEventLoop();
    await indexDocs(db, kind, ids.slice(start, start + DOCS_AT_ONCE));
  }
}

/** How long the index rests where nothing is left to do: of a thousand writes unmerged SQLite would make one wait. */
const REST_MS = 1000;

/**
 * Keeps the search index in shape for as long as the server runs: indexes what was there before the index, a few docs at
 * a time, and merges what writing left in pieces. Goes on after a restart where it was; settles once `signal` aborts.
 */
export async function keepSearchIndex({ db, log }: App, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const start = performance.now();
    let hasMore = false;
    try {
      const isBackfilling = await indexNext(db, DOCS_AT_ONCE);
      const isMerging = await mergeIndexes(db);
      hasMore = isBackfilling || isMerging;
    } catch (error) {
      log.error({ err: error }, "updating the search index failed; it is tried again");
    }
    // As long as the work took: half of the time is everybody else's.
    await wait(hasMore ? performance.now() - start : REST_MS, undefined, { signal, ref: false }).catch(
      () => null,
    );
  }
}
