import type { App, JobWork } from "#server/app.ts";
import { yieldToEventLoop } from "#server/kernel/async/yield-to-event-loop.ts";
import { catchUp, indexAllChanged } from "#server/kernel/search/search-index.service.ts";
import { countItems, loadItemTexts, nextIds } from "#server/kernel/texts/texts.service.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";

import { countLinks } from "./found-links.queries.ts";
import { knownNames } from "./known-names.service.ts";
import { learnTools, recountNames } from "./learn-names.service.ts";
import {
  findBackfill,
  hasQueued,
  haveOtherReadersWait,
  nextQueued,
  saveBackfill,
  unqueue,
  unqueueAll,
} from "./link-queue.queries.ts";
import { saveTitleBeginnings } from "./long-titles.queries.ts";
import { readItems, type ReadItem, storeFound } from "./read-items.service.ts";
import { forgetStrayLinks } from "./stray-links.service.ts";
import { titleHeads } from "./title-heads.service.ts";

/** Some ten milliseconds with texts of the usual length; people who wait for the server come in between. */
const ITEMS_AT_ONCE: Readonly<Record<ItemKind, number>> = {
  tool: 50,
  prompt: 25,
  reading: 5,
  paper: 50,
  article: 100,
};
/** What somebody who looks at links waits for at most; the rest follows in the background. */
const SLICES_BEFORE_A_LOOK = 8;
/** How soon something that changed is read where nobody looks. */
const REST_MS = 1000;

/** How many are read at once in a worker; of other kinds there are never so many. */
const ITEMS_IN_WORKER: Readonly<Record<ItemKind, number>> = { ...ITEMS_AT_ONCE, paper: 200, article: 500 };

type Reader = Pick<App, "db" | "cacheVersions" | "publicUrl" | "workers" | "database">;

/** How many items were read, and for how many milliseconds that was on this thread. */
interface Read {
  items: number;
  ms: number;
}

/** How everything is read: what the tools are called, then what texts are called, then the texts. */
const STEPS: readonly { kind: ItemKind; does: "learnNames" | "keepTitles" | "read" }[] = [
  { kind: "tool", does: "learnNames" },
  { kind: "prompt", does: "keepTitles" },
  { kind: "reading", does: "keepTitles" },
  { kind: "paper", does: "keepTitles" },
  { kind: "tool", does: "read" },
  { kind: "prompt", does: "read" },
  { kind: "reading", does: "read" },
  { kind: "paper", does: "read" },
  { kind: "article", does: "read" },
];

/** Whether all texts were read for names. */
export const isEverythingRead = async ({ db }: Pick<App, "db">): Promise<boolean> =>
  (await findBackfill(db)) === null && !(await hasQueued(db));

/** Has everything read anew, from the names on. */
export const rescanEverything = ({ db }: Pick<App, "db">): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await haveOtherReadersWait(transaction);
    await saveBackfill(transaction, { step: 0, after: "" });
    await unqueueAll(transaction);
  });

/** Reads the next items, many at once in a worker; null where there is nothing to read. */
async function readSome(app: Reader): Promise<Read | null> {
  return (await readQueued(app, ITEMS_IN_WORKER)) ?? (await readOn(app));
}

/** What a worker found in the texts of some items. */
interface Found {
  items: ReadItem[];
  /** Differs once one of the items, or what texts are searched for, has changed. */
  mark: string;
  /** How long it took. */
  ms: number;
}

const markOf = ({ cacheVersions }: Reader, kind: ItemKind): string =>
  [cacheVersions.read(kind), cacheVersions.readNames(), cacheVersions.readLongTitles()].join();

/** Has a worker read so many items that it would hold up this thread; null for few, and where no worker is free. */
async function findInWorker(app: Reader, kind: ItemKind, ids: readonly string[]): Promise<Found | null> {
  if (ids.length < ITEMS_AT_ONCE[kind] || ITEMS_IN_WORKER[kind] === ITEMS_AT_ONCE[kind]) return null;
  const start = performance.now();
  const mark = markOf(app, kind);
  const task = {
    databaseUrl: app.database.url,
    origins: [app.publicUrl],
    kind,
    ids,
    namesMark: app.cacheVersions.readNames(),
    titlesMark: app.cacheVersions.readLongTitles(),
  };
  try {
    const items = await app.workers.run("links.find", task, { signal: undefined });
    return { items, mark, ms: performance.now() - start };
  } catch {
    return null;
  }
}

/** Whether nothing has changed since the worker read; within a transaction in which others have to wait. */
async function stillHolds(app: Reader, kind: ItemKind, found: Found): Promise<boolean> {
  await app.database.catchUp?.run();
  return markOf(app, kind) === found.mark;
}

/** Reads the next of those that changed. */
async function readQueued(app: Reader, limits = ITEMS_AT_ONCE): Promise<Read | null> {
  const start = performance.now();
  const next = await nextQueued(app.db, limits);
  if (next === null) return null;
  const { kind } = next;
  if (kind === "tool") await learnTools(app, next.ids);
  const found = limits === ITEMS_AT_ONCE ? null : await findInWorker(app, kind, next.ids);
  // What the worker could not read is read here, as few at once as ever.
  const wanted = found ? next.ids : next.ids.slice(0, ITEMS_AT_ONCE[kind]);
  const known = await knownNames(app);
  const items = await app.db.transaction().execute(async (transaction) => {
    // Whoever changes one of them meanwhile queues it again.
    await haveOtherReadersWait(transaction);
    const isFound = found !== null && (await stillHolds(app, kind, found));
    // Somebody who looks at the same time may have read some of them.
    const ids = await unqueue(transaction, kind, isFound ? wanted : wanted.slice(0, ITEMS_AT_ONCE[kind]));
    if (ids.length === 0) return wanted.length;
    if (isFound)
      await storeFound(transaction, kind, ids, { items: itemsOf(found, ids), isReadingAll: false });
    else await readItems(transaction, { known, origins: [app.publicUrl] }, kind, ids);
    return ids.length;
  });
  return { items, ms: performance.now() - start - (found?.ms ?? 0) };
}

function itemsOf({ items }: Found, ids: readonly string[]): ReadItem[] {
  const wanted = new Set(ids);
  return items.filter(({ id }) => wanted.has(id));
}

/** Goes on with the reading of everything. */
async function readOn(app: Reader): Promise<Read | null> {
  const start = performance.now();
  const backfill = await findBackfill(app.db);
  const step = backfill && STEPS[backfill.step];
  if (!step) return null;
  const { kind, does } = step;
  const many = await nextIds(
    app.db,
    kind,
    backfill.after,
    (does === "read" ? ITEMS_IN_WORKER : ITEMS_AT_ONCE)[kind],
  );
  const found = does === "read" ? await findInWorker(app, kind, many) : null;
  const few = many.slice(0, ITEMS_AT_ONCE[kind]);
  if (does === "learnNames") await learnTools(app, few, { isReadingAll: true });
  const known = await knownNames(app);
  const heads = does === "read" && found === null ? await titleHeads(app) : undefined;
  const items = await app.db.transaction().execute(async (transaction) => {
    await haveOtherReadersWait(transaction);
    // Another process may have come as far.
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
    return ids.length;
  });
  return { items, ms: performance.now() - start - (found?.ms ?? 0) };
}

function nextOf(step: number, last: string | undefined) {
  if (last !== undefined) return { step, after: last };
  return step + 1 < STEPS.length ? { step: step + 1, after: "" } : null;
}

/** Has what changed a moment ago read, so that whoever saved something sees what it names. */
export async function catchUpWithLinks(app: App): Promise<void> {
  await catchUp(app);
  try {
    for (let slice = 0; slice < SLICES_BEFORE_A_LOOK; slice += 1) {
      if ((await readQueued(app)) === null) return;
      await yieldToEventLoop();
    }
  } catch (error) {
    app.log.error(
      { err: error },
      "reading texts for names failed; links are shown without the latest changes",
    );
  }
}

/**
 * Keeps links in step with the texts for as long as the server runs, a few items at a time. Each call of what this returns
 * does a little of it and says for how many milliseconds to rest then.
 */
export function linkScanner(app: Reader & Pick<App, "log">): () => Promise<number> {
  return async () => {
    try {
      // As long as the work took: half of the time of this thread is everybody else's.
      return (await readSome(app))?.ms ?? REST_MS;
    } catch (error) {
      app.log.error({ err: error }, "reading texts for names failed; it is tried again");
      return REST_MS;
    }
  };
}

/** Reads whatever is still to be read; `progress` is told how many items were read. */
export async function readEverything(
  app: Reader,
  signal: AbortSignal,
  progress: (read: number) => void = () => {},
): Promise<void> {
  await indexAllChanged(app, signal);
  let read = 0;
  for (let some = await readSome(app); some !== null; some = await readSome(app)) {
    signal.throwIfAborted();
    read += some.items;
    progress(read);
    await yieldToEventLoop();
  }
}

/**
 * Counts all names anew, reads what is to be read since, and forgets links of what is gone; returns how many names there
 * are, how many links came, and how many were forgotten.
 */
export async function scanForLinks(app: App, work: JobWork): Promise<Record<string, number>> {
  const before = await countLinks(app.db);
  await indexAllChanged(app, work.signal);
  const names = await recountNames(app, work);
  await readEverything(app, work.signal);
  const forgotten = await forgetStrayLinks(app, work.signal);
  const after = await countLinks(app.db);
  return {
    names,
    ...(after > before && { "new links": after - before }),
    ...(forgotten > 0 && { "links forgotten": forgotten }),
  };
}

/** How many links there are that show. */
export const linkCount = ({ db }: Pick<App, "db">): Promise<number> => countLinks(db);

/** How many items a reading of everything goes through. */
export async function countToRead({ db }: Pick<App, "db">): Promise<number> {
  let items = 0;
  for (const { kind } of STEPS) items += await countItems(db, kind);
  return items;
}
