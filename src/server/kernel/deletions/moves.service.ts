import { setTimeout as wait } from "node:timers/promises";

import type { App, Moves } from "#server/app.ts";
import { restoreBatch, deleteBatch } from "#server/kernel/items/removal.service.ts";
import { findUnfinished, lockDeletion, newBudget, purgeSome } from "#server/kernel/items/trash.service.ts";

/**
 * Moves the rows of deleted and restored items, then finishes other work such as undos of imports, one batch per transaction. What
 * remains is recorded in the database, so another process or the next start can continue.
 */
export function createMoves(
  app: Pick<App, "db" | "log">,
  finishOthers?: (signal: AbortSignal) => Promise<void>,
): Moves {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let isRequested = false;
  let isRunning = false;

  const run = async (): Promise<void> => {
    try {
      while (isRequested && !stopping.signal.aborted) {
        isRequested = false;
        for (let id = await findUnfinished(app.db); id !== undefined; id = await findUnfinished(app.db, id))
          await finish(app, id, stopping.signal);
        await finishOthers?.(stopping.signal);
      }
    } finally {
      // In the same tick as the last check of `isAsked`, so that no call of `start` is missed.
      isRunning = false;
    }
  };

  return {
    start() {
      isRequested = true;
      if (isRunning) return;
      isRunning = true;
      running = run().catch((error: unknown) => {
        app.log.error({ err: error }, "moving the rows of deleted items failed; retrying");
      });
    },
    finish: (id) => finish(app, id, stopping.signal),
    ended: () => running,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Number of rows restored in one transaction. Its commit also writes their search index. */
const RESTORED_AT_ONCE = 200;

async function finish(app: Pick<App, "db">, id: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const start = performance.now();
    if (await moveBatch(app, id)) return;
    // Wait as long as the batch took, so that half of the time is left for others.
    await wait(performance.now() - start, undefined, { signal }).catch(() => null);
  }
}

/** Moves a batch of a deletion's rows. Returns true if none remain. */
function moveBatch({ db }: Pick<App, "db">, id: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const deletion = await lockDeletion(transaction, id);
    switch (deletion?.stage) {
      case "deleting":
        return deleteBatch(transaction, deletion, newBudget());
      case "restoring":
        return restoreBatch(transaction, deletion, newBudget(RESTORED_AT_ONCE));
      case "purging":
        return purgeSome(transaction, deletion, newBudget());
      default:
        return true;
    }
  });
}
