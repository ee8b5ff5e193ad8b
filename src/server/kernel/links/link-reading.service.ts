import { setTimeout } from "node:timers/promises";

import type { App, JobWork } from "#server/app.ts";
import { yieldToEventLoop } from "#server/kernel/async/promises.ts";
import { catchUp, indexAllChanged } from "#server/kernel/search/search-index.service.ts";
import { itemSources, sourceOf } from "#server/kernel/texts/text-source.ts";
import { countItems, loadItemTexts, nextIds } from "#server/kernel/texts/texts.service.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";

import { forgetStrayLinks } from "./deleted-links.service.ts";
import { countLinks } from "./found-links.queries.ts";
import { saveTitleBeginnings } from "./known-names.queries.ts";
import { knownNames, titleHeads, learnTools, recountNames } from "./known-names.service.ts";
import {
  findBackfill,
  hasQueued,
  lockLinkQueue,
  nextQueued,
  saveBackfill,
  unqueue,
  unqueueAll,
} from "./link-queue.queries.ts";
import { readItems, type ReadItem, storeFound } from "./read-items.service.ts";

/** Number of items that this thread scans at once. Requests run in between. */
const itemsAtOnce = (kind: ItemKind): number => sourceOf(kind).scannedAtOnce;
/** Number of items that a worker scans at once. Storing their links takes this thread about a millisecond. */
const ITEMS_IN_WORKER = 50;
/** Maximum number of batches that a request for links waits for. The rest follows in the background. */
const SLICES_BEFORE_A_PAUSE = 8;
/** Minimum pause in ms between batches on a server. It still allows several thousand items a second. */
const MIN_REST_MS = 8;
/** Pause after a failure in ms. */
const RETRY_MS = 1000;

type Reader = Pick<App, "db" | "cacheVersions" | "publicUrl" | "workers" | "database">;

/** Number of scanned items, and the time this took on this thread in ms. */
interface Read {
  items: number;
  ms: number;
}

/** Returns the steps of the full scan: first the names of tools, then titles, then the texts. */
const steps = (): { kind: ItemKind; does: "learnNames" | "keepTitles" | "read" }[] => [
  { kind: "tool", does: "learnNames" },
  ...itemSources().flatMap(({ kind, isTitleFound }) =>
    isTitleFound ? { kind, does: "keepTitles" as const } : [],
  ),
  ...itemSources().map(({ kind }) => ({ kind, does: "read" as const })),
];

/** True if all texts have been scanned. */
export const isEverythingRead = async ({ db }: Pick<App, "db">): Promise<boolean> =>
  (await findBackfill(db)) === null && !(await hasQueued(db));

/** Restarts the full scan, beginning with names. */
export const rescanEverything = ({ db }: Pick<App, "db">): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await lockLinkQueue(transaction);
    await saveBackfill(transaction, { step: 0, after: "" });
    await unqueueAll(transaction);
  });

/** Returns the pause after a batch in ms: as long as it took, so that at least half of this thread's time is free. */
const restAfter = ({ ms }: Read): number => Math.max(ms, MIN_REST_MS);

/** Scans the next items, with many at once in a worker. Null if none remain. */
async function readSome(app: Reader): Promise<Read | null> {
  return (await readQueued(app, { usesWorker: true })) ?? (await readOn(app));
}

/** Mentions found by a worker. */
interface Found {
  items: ReadItem[];
  /** Version that changes with the items, and with the names and titles to find. */
  version: string;
  /** Duration in ms. */
  ms: number;
}

const versionOf = ({ cacheVersions }: Reader, kind: ItemKind): string =>
  [
    cacheVersions.read(kind),
    cacheVersions.readNames(),
    cacheVersions.readNameCounts(),
    cacheVersions.readLongTitles(),
  ].join();

/** Scans many items in a worker, to avoid blocking this thread. Null for few items, or if no worker is free. */
async function findInWorker(app: Reader, kind: ItemKind, ids: readonly string[]): Promise<Found | null> {
  if (ids.length < ITEMS_IN_WORKER) return null;
  const start = performance.now();
  const version = versionOf(app, kind);
  const task = {
    databaseUrl: app.database.url,
    origins: [app.publicUrl],
    kind,
    ids,
    namesVersion: app.cacheVersions.readNames(),
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
async function stillHolds(app: Reader, kind: ItemKind, found: Found): Promise<boolean> {
  await app.database.catchUp?.run();
  return versionOf(app, kind) === found.version;
}

/** Scans the next changed items. */
async function readQueued(app: Reader, { usesWorker = false } = {}): Promise<Read | null> {
  const start = performance.now();
  const next = await nextQueued(app.db, usesWorker ? () => ITEMS_IN_WORKER : itemsAtOnce);
  if (next === null) return null;
  const { kind } = next;
  if (kind === "tool") await learnTools(app, next.ids);
  const found = usesWorker ? await findInWorker(app, kind, next.ids) : null;
  // Without a worker's result, scan here in small batches.
  const wanted = found ? next.ids : next.ids.slice(0, itemsAtOnce(kind));
  const known = await knownNames(app);
  const items = await app.db.transaction().execute(async (transaction) => {
    // A concurrent change queues the item again.
    await lockLinkQueue(transaction);
    const isFound = found !== null && (await stillHolds(app, kind, found));
    // A concurrent request may have scanned some of them.
    const ids = await unqueue(transaction, kind, isFound ? wanted : wanted.slice(0, itemsAtOnce(kind)));
    if (ids.length === 0) return wanted.length;
    if (isFound)
      await storeFound(transaction, kind, ids, { items: itemsOf(found, ids), isReadingAll: false });
    else await readItems(transaction, { known, origins: [app.publicUrl] }, kind, ids);
    // Requests run before the commit, which takes as long as the changes.
    await yieldToEventLoop();
    return ids.length;
  });
  return { items, ms: performance.now() - start - (found?.ms ?? 0) };
}

function itemsOf({ items }: Found, ids: readonly string[]): ReadItem[] {
  const wanted = new Set(ids);
  return items.filter(({ id }) => wanted.has(id));
}

/** Continues the full scan. */
async function readOn(app: Reader): Promise<Read | null> {
  const start = performance.now();
  const backfill = await findBackfill(app.db);
  const step = backfill && steps()[backfill.step];
  if (!step) return null;
  const { kind, does } = step;
  const many = await nextIds(
    app.db,
    kind,
    backfill.after,
    does === "keepTitles" ? itemsAtOnce(kind) : ITEMS_IN_WORKER,
  );
  const found = does === "read" ? await findInWorker(app, kind, many) : null;
  const few = does === "learnNames" ? many : many.slice(0, itemsAtOnce(kind));
  if (does === "learnNames") await learnTools(app, few, { isReadingAll: true });
  const known = await knownNames(app);
  const heads = does === "read" && found === null ? await titleHeads(app) : undefined;
  const items = await app.db.transaction().execute(async (transaction) => {
    await lockLinkQueue(transaction);
    // Another process may have continued the scan.
    const now = await findBackfill(transaction);
    if (now?.step !== backfill.step || now.after !== backfill.after) return 0;
    const isFound = found !== null && (await stillHolds(app, kind, found));
    const ids = isFound ? many : few;
    if (does === "keepTitles")
      await saveTitleBeginnings(transaction, kind, ids, await loadItemTexts(transaction, kind, ids));
    if (does === "read") {
      if (isFound) await storeFound(transaction, kind, ids, { items: found.items, isReadingAll: true });
      else
        await readItems(
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
    await saveBackfill(transaction, nextOf(backfill.step, ids.at(-1)));
    // Requests run before the commit, which takes as long as the changes.
    await yieldToEventLoop();
    return ids.length;
  });
  return { items, ms: performance.now() - start - (found?.ms ?? 0) };
}

function nextOf(step: number, last: string | undefined) {
  if (last !== undefined) return { step, after: last };
  return step + 1 < steps().length ? { step: step + 1, after: "" } : null;
}

/** Scans the latest changes, so that users see the mentions in texts that they have just saved. */
export async function catchUpWithLinks(app: App): Promise<void> {
  await catchUp(app);
  try {
    for (let slice = 0; slice < SLICES_BEFORE_A_PAUSE; slice += 1) {
      if ((await readQueued(app)) === null) return;
      await yieldToEventLoop();
    }
  } catch (error) {
    app.log.error({ err: error }, "scanning texts for names failed; links don't include the latest changes");
  }
}

/**
 * Returns a function that updates links in small batches while the server runs. Each call scans a few items and
 * returns the delay before the next in ms, or null if there is nothing to do until the next commit. The loop then rests,
 * so that an item that changes often is scanned once.
 */
export function linkScanner(app: Reader & Pick<App, "log">): () => Promise<number | null> {
  return async () => {
    try {
      const read = await readSome(app);
      return read === null || (await isEverythingRead(app)) ? null : restAfter(read);
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
export async function readEverything(
  app: Reader,
  signal: AbortSignal,
  {
    progress = () => {},
    rest = yieldToEventLoop,
  }: { progress?: (read: number) => void; rest?: (last: Read) => Promise<void> } = {},
): Promise<void> {
  await indexAllChanged(app, signal);
  let read = 0;
  for (let some = await readSome(app); some !== null; some = await readSome(app)) {
    signal.throwIfAborted();
    read += some.items;
    progress(read);
    await rest(some);
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
  await readEverything(app, work.signal, { rest: (read) => setTimeout(restAfter(read)) });
  const forgotten = await forgetStrayLinks(app, work.signal);
  const after = await countLinks(app.db);
  return {
    names,
    ...(after > before && { "new links": after - before }),
    ...(forgotten > 0 && { "links removed": forgotten }),
  };
}

/** Returns the number of visible links. */
export const linkCount = ({ db }: Pick<App, "db">): Promise<number> => countLinks(db);

/** Returns the number of items in a full scan. */
export async function countToRead({ db }: Pick<App, "db">): Promise<number> {
  let items = 0;
  for (const { kind } of steps()) items += await countItems(db, kind);
  return items;
}
