import type { App, JobWork } from "#server/app.ts";
import { catchUp, indexAllChanged, nextIds } from "#server/features/search/search-index.service.ts";
import { yieldToEventLoop } from "#server/yield-to-event-loop.ts";
import type { ItemKind } from "#shared/item-address.ts";

import { countLinks } from "./found-links.queries.ts";
import { countItems, loadItemTexts } from "./item-texts.queries.ts";
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
import { keepTitles } from "./long-titles.queries.ts";
import { readItems } from "./read-items.service.ts";
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

type Reader = Pick<App, "db" | "marks" | "publicUrl">;

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
export const readEverythingAnew = ({ db }: Pick<App, "db">): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await haveOtherReadersWait(transaction);
    await saveBackfill(transaction, { step: 0, after: "" });
    await unqueueAll(transaction);
  });

/** Reads the next few items; returns how many, or null where there is nothing to read. */
async function readSome(app: Reader): Promise<number | null> {
  return (await readQueued(app)) ?? (await readOn(app));
}

/** Reads the next few of those that changed. */
async function readQueued(app: Reader): Promise<number | null> {
  const next = await nextQueued(app.db, ITEMS_AT_ONCE);
  if (next === null) return null;
  if (next.kind === "tool") await learnTools(app, next.ids);
  const known = await knownNames(app);
  await app.db.transaction().execute(async (transaction) => {
    // Whoever changes one of them meanwhile queues it again.
    await haveOtherReadersWait(transaction);
    // Somebody who looks at the same time may have read some of them.
    const ids = await unqueue(transaction, next.kind, next.ids);
    if (ids.length > 0) await readItems(transaction, { known, origins: [app.publicUrl] }, next.kind, ids);
  });
  return next.ids.length;
}

/** Goes on with the reading of everything. */
async function readOn(app: Reader): Promise<number | null> {
  const backfill = await findBackfill(app.db);
  const step = backfill && STEPS[backfill.step];
  if (!step) return null;
  const ids = await nextIds(app, step.kind, backfill.after, ITEMS_AT_ONCE[step.kind]);
  if (step.does === "learnNames") await learnTools(app, ids, { isReadingAll: true });
  const known = await knownNames(app);
  const heads = step.does === "read" ? await titleHeads(app) : null;
  await app.db.transaction().execute(async (transaction) => {
    await haveOtherReadersWait(transaction);
    // Another process may have come as far.
    const now = await findBackfill(transaction);
    if (now?.step !== backfill.step || now.after !== backfill.after) return;
    if (step.does === "keepTitles")
      await keepTitles(transaction, step.kind, ids, await loadItemTexts(transaction, step.kind, ids));
    if (heads !== null)
      await readItems(transaction, { known, origins: [app.publicUrl], heads }, step.kind, ids);
    await saveBackfill(transaction, nextOf(backfill.step, ids.at(-1)));
  });
  return ids.length;
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
export function linkKeeper(app: Reader & Pick<App, "log">): () => Promise<number> {
  return async () => {
    const start = performance.now();
    try {
      // As long as the work took: half of the time is everybody else's.
      return (await readSome(app)) === null ? REST_MS : performance.now() - start;
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
    read += some;
    progress(read);
    await yieldToEventLoop();
  }
}

/**
 * Counts all names anew, reads what is to be read since, and forgets links of what is gone; returns how many names there
 * are, how many links came, and how many were forgotten.
 */
export async function lookForLinks(app: App, work: JobWork): Promise<Record<string, number>> {
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
