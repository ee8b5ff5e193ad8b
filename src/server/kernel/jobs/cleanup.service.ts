import type { App, JobWork } from "#server/app.ts";
import { yieldToEventLoop } from "#server/kernel/async/promises.ts";
import { purgeOldDeletions } from "#server/kernel/deletions/deletions.service.ts";
import { allCleanups } from "#server/kernel/slice.ts";

import { type Cleanup, deleteDueRows } from "./cleanup.queries.ts";

/** Rows per batch. Few, because an image may have 5 MB and other writes wait. */
const DEFAULT_BATCH_SIZE = 20;
const DAY_MS = 86_400_000;

/** Deletes expired rows in small batches. Returns the number of each kind. */
export async function cleanUp(app: App, work: JobWork): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  // First, because this also releases images that can no longer be restored.
  const deletedItems = await purgeOldDeletions(app, work.signal);
  if (deletedItems > 0) counts["deleted items"] = deletedItems;
  const cleanups = allCleanups();
  for (const [index, cleanup] of cleanups.entries()) {
    const deleted = await deleteAll(app, cleanup, work.signal);
    if (deleted > 0) counts[cleanup.name] = deleted;
    work.progress(index + 1, cleanups.length);
  }
  return counts;
}

async function deleteAll(app: App, cleanup: Cleanup, signal: AbortSignal): Promise<number> {
  const { days, batchSize = DEFAULT_BATCH_SIZE } = cleanup;
  const retentionDays = typeof days === "number" ? days : days(app.config);
  if (retentionDays === null) return 0;
  const before = new Date(app.now().getTime() - retentionDays * DAY_MS).toISOString();
  for (let deleted = 0; ;) {
    signal.throwIfAborted();
    const count = await deleteDueRows(app.db, app.config, cleanup, before, batchSize);
    deleted += count;
    if (count < batchSize) return deleted;
    await yieldToEventLoop();
  }
}
