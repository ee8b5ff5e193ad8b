import { setTimeout } from "node:timers/promises";

import type { App, JobWork } from "#server/app.ts";
import { yieldToEventLoop } from "#server/kernel/async/promises.ts";
import { indexLatestChanges, indexAllChanged } from "#server/kernel/search/search-index.service.ts";
import { itemSources, sourceOf } from "#server/kernel/texts/text-source.ts";
import { countItems, loadItemTexts, listNextIds } from "#server/kernel/texts/texts.service.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";

import { deleteOrphanedLinks } from "./deleted-links.service.ts";
import { countLinks } from "./found-links.queries.ts";
import { saveTitleBeginnings } from "./known-names.queries.ts";
import { knownNames, titleHeads, countNewNames, recountNames } from "./known-names.service.ts";
import {
  findBackfill,
  hasQueued,
  lockLinkQueue,
  nextQueued,
  saveBackfill,
  unqueue,
  unqueueAll,
} from "./link-queue.queries.ts";
import { scanItems, type ScannedItem, storeScannedItems } from "./scan-items.service.ts";

/** Number of items that this thread scans at once. Requests run in between. */
const scanBatchSize = (kind: ItemKind): number => sourceOf(kind).scanBatchSize;
/** Number of items that a worker scans at once. Storing their links takes this thread about a millisecond. */
const WORKER_BATCH_SIZE = 50;
/** Maximum number of batches that a request for links waits for. The rest follows in the background. */
const MAX_BATCHES_PER_REQUEST = 8;
/** Minimum pause in ms between batches on a server. It still allows several thousand items a second. */
const MIN_REST_MS = 8;
/** Pause after a failure in ms. */
const RETRY_MS = 1000;

type ScannerApp = Pick<App, "db" | "cacheVersions" | "publicUrl" | "workers" | "database">;

/** Number of scanned items, and the time this took on this thread in ms. */
interface ScanProgress {
  items: number;
  ms: number;
}

/** Returns the steps of the full scan: first the names of tools, then titles, then the texts. */
const listSteps = (): { kind: ItemKind; action: "countNames" | "saveTitles" | "scan" }[] => [
  { kind: "tool", action: "countNames" },
  ...itemSources().flatMap(({ kind, isFoundByTitle }) =>
    isFoundByTitle ? { kind, action: "saveTitles" as const } : [],
  ),
  ...itemSources().map(({ kind }) => ({ kind, action: "scan" as const })),
];

/** True if all texts have been scanned. */
export const isScanComplete = async ({ db }: Pick<App, "db">): Promise<boolean> =>
  (await findBackfill(db)) === null && !(await hasQueued(db));

/** Restarts the full scan, beginning with names. */
export const rescanEverything = ({ db }: Pick<App, "db">): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await lockLinkQueue(transaction);
    await saveBackfill(transaction, { step: 0, after: "" });
    await unqueueAll(transaction);
  });

/** Returns the pause after a batch in ms: as long as it took, so that at least half of this thread's time is free. */
const restAfter = ({ ms }: ScanProgress): number => Math.max(ms, MIN_REST_MS);

/** Scans the next items, with many at once in a worker. Null if none remain. */
async function scanNext(app: ScannerApp): Promise<ScanProgress | null> {
  return (await scanQueued(app, { usesWorker: true })) ?? (await continueFullScan(app));
}

/** Mentions found by a worker. */
interface WorkerScan {
  items: ScannedItem[];
  /** Version that changes with the items, and with the names and titles to find. */
  version: string;
  /** Duration in ms. */
  ms: number;
}

const versionOf = ({ cacheVersions }: ScannerApp, kind: ItemKind): string =>
  [
    cacheVersions.read(kind),
    cacheVersions.readToolNames(),
    cacheVersions.readNameCounts(),
    cacheVersions.readLongTitles(),
  ].join();

/** Scans many items in a worker, to avoid blocking this thread. Null for few items, or if no worker is free. */
async function findInWorker(
  app: ScannerApp,
  kind: ItemKind,
  ids: readonly string[],
): Promise<WorkerScan | null> {
  if (ids.length < WORKER_BATCH_SIZE) return null;
  const start = performance.now();
  const version = versionOf(app, kind);
  const task = {
    databaseUrl: app.database.url,
    origins: [app.publicUrl],
    kind,
    ids,
    namesVersion: app.cacheVersions.readToolNames(),
    countsVersion: app.cacheVersions.readNameCounts(),
    titlesVersion: app.cacheVersions.readLongTitles(),
  };
  try {
    const items = await app.workers.run("links.find", task, { signal: undefined });
    return { items, version, ms: performance.now() - start };
  } catch {
    return null;
  }
}

/** True if nothing has changed since the worker's scan. Call it in a transaction that blocks other writers. */
async function isCurrent(app: ScannerApp, kind: ItemKind, found: WorkerScan): Promise<boolean> {
  await app.database.catchUp?.run();
  return versionOf(app, kind) === found.version;
}

/** Scans the next changed items. */
async function scanQueued(app: ScannerApp, { usesWorker = false } = {}): Promise<ScanProgress | null> {
  const start = performance.now();
  const next = await nextQueued(app.db, usesWorker ? () => WORKER_BATCH_SIZE : scanBatchSize);
  if (next === null) return null;
  const { kind } = next;
  if (kind === "tool") await countNewNames(app, next.ids);
  const found = usesWorker ? await findInWorker(app, kind, next.ids) : null;
  // Without a worker's result, scan here in small batches.
  const wanted = found ? next.ids : next.ids.slice(0, scanBatchSize(kind));
  const known = await knownNames(app);
  const items = await app.db.transaction().execute(async (transaction) => {
    // A concurrent change queues the item again.
    await lockLinkQueue(transaction);
    const isFound = found !== null && (await isCurrent(app, kind, found));
    // A concurrent request may have scanned some of them.
    const ids = await unqueue(transaction, kind, isFound ? wanted : wanted.slice(0, scanBatchSize(kind)));
    if (ids.length === 0) return wanted.length;
    if (isFound)
      await storeScannedItems(transaction, kind, ids, { items: itemsOfScan(found, ids), isFullScan: false });
    else await scanItems(transaction, { known, origins: [app.publicUrl] }, kind, ids);
    // Requests run before the commit, which takes as long as the changes.
    await yieldToEventLoop();
    return ids.length;
  });
  return { items, ms: performance.now() - start - (found?.ms ?? 0) };
}

function itemsOfScan({ items }: WorkerScan, ids: readonly string[]): ScannedItem[] {
  const wanted = new Set(ids);
  return items.filter(({ id }) => wanted.has(id));
}

/** Continues the full scan. */
async function continueFullScan(app: ScannerApp): Promise<ScanProgress | null> {
  const start = performance.now();
  const backfill = await findBackfill(app.db);
  const step = backfill && listSteps()[backfill.step];
  if (!step) return null;
  const { kind, action } = step;
  const largeBatch = await listNextIds(
    app.db,
    kind,
    backfill.after,
    action === "saveTitles" ? scanBatchSize(kind) : WORKER_BATCH_SIZE,
  );
  const found = action === "scan" ? await findInWorker(app, kind, largeBatch) : null;
  const smallBatch = action === "countNames" ? largeBatch : largeBatch.slice(0, scanBatchSize(kind));
  if (action === "countNames") await countNewNames(app, smallBatch, { isFullScan: true });
  const known = await knownNames(app);
  const heads = action === "scan" && found === null ? await titleHeads(app) : undefined;
  const items = await app.db.transaction().execute(async (transaction) => {
    await lockLinkQueue(transaction);
    // Another process may have continued the scan.
    const latest = await findBackfill(transaction);
    if (latest?.step !== backfill.step || latest.after !== backfill.after) return 0;
    const isFound = found !== null && (await isCurrent(app, kind, found));
    const ids = isFound ? largeBatch : smallBatch;
    if (action === "saveTitles")
      await saveTitleBeginnings(transaction, kind, ids, await loadItemTexts(transaction, kind, ids));
    if (action === "scan") {
      if (isFound) await storeScannedItems(transaction, kind, ids, { items: found.items, isFullScan: true });
      else
        await scanItems(
          transaction,
          {
            known,
            origins: [app.publicUrl],
            heads: heads ?? (await titleHeads({ ...app, db: transaction })),
          },
          kind,
          ids,
        );
    }
    await saveBackfill(transaction, nextProgress(backfill.step, ids.at(-1)));
    // Requests run before the commit, which takes as long as the changes.
    await yieldToEventLoop();
    return ids.length;
  });
  return { items, ms: performance.now() - start - (found?.ms ?? 0) };
}

function nextProgress(step: number, last: string | undefined) {
  if (last !== undefined) return { step, after: last };
  return step + 1 < listSteps().length ? { step: step + 1, after: "" } : null;
}

/** Scans the latest changes, so that users see the mentions in texts that they have just saved. */
export async function scanLatestChanges(app: App): Promise<void> {
  await indexLatestChanges(app);
  try {
    for (let slice = 0; slice < MAX_BATCHES_PER_REQUEST; slice += 1) {
      if ((await scanQueued(app)) === null) return;
      await yieldToEventLoop();
    }
  } catch (error) {
    app.log.error({ err: error }, "scanning texts for names failed; links don't include the latest changes");
  }
}

/**
 * Returns a function that updates links in small batches while the server runs. Each call scans a few items and
 * returns the delay before the next in ms, or null if there is nothing to do until the next commit. The loop then
 * rests, so that an item that changes often is scanned once.
 */
export function linkScanner(app: ScannerApp & Pick<App, "log">): () => Promise<number | null> {
  return async () => {
    try {
      const progress = await scanNext(app);
      return progress === null || (await isScanComplete(app)) ? null : restAfter(progress);
    } catch (error) {
      app.log.error({ err: error }, "scanning texts for names failed; retrying");
      return RETRY_MS;
    }
  };
}

/**
 * Scans all remaining items. Calls `progress` with the number of scanned items. On a server, `rest` pauses between
 * batches.
 */
export async function scanEverything(
  app: ScannerApp,
  signal: AbortSignal,
  {
    progress = () => {},
    rest = yieldToEventLoop,
  }: { progress?: (read: number) => void; rest?: (last: ScanProgress) => Promise<void> } = {},
): Promise<void> {
  await indexAllChanged(app, signal);
  let scanned = 0;
  for (let batch = await scanNext(app); batch !== null; batch = await scanNext(app)) {
    signal.throwIfAborted();
    scanned += batch.items;
    progress(scanned);
    await rest(batch);
  }
}

/**
 * Recounts all names, scans the affected items, and deletes links of deleted items. Returns the number of names, new
 * links and deleted links.
 */
export async function scanForLinks(app: App, work: JobWork): Promise<Record<string, number>> {
  const before = await countLinks(app.db);
  await indexAllChanged(app, work.signal);
  const names = await recountNames(app, work);
  await scanEverything(app, work.signal, { rest: (read) => setTimeout(restAfter(read)) });
  const deleted = await deleteOrphanedLinks(app, work.signal);
  const after = await countLinks(app.db);
  return {
    names,
    ...(after > before && { "new links": after - before }),
    ...(deleted > 0 && { "links removed": deleted }),
  };
}

/** Returns the number of visible links. */
export const linkCount = ({ db }: Pick<App, "db">): Promise<number> => countLinks(db);

/** Returns the number of items in a full scan. */
export async function countItemsToScan({ db }: Pick<App, "db">): Promise<number> {
  let items = 0;
  for (const { kind } of listSteps()) items += await countItems(db, kind);
  return items;
}
