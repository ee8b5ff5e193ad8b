import type { App, Db, JobWork } from "#server/app.ts";
import { createYielder, yieldToEventLoop } from "#server/kernel/async/promises.ts";
import { loadItemTexts } from "#server/kernel/texts/texts.service.ts";
import type { ItemKey } from "#shared/kernel/item-address.ts";
import { isAmbiguous } from "#shared/mentions/names/ambiguous-names.ts";
import type { Seen } from "#shared/mentions/names/name-finder.ts";
import { foldName } from "#shared/mentions/names/names.ts";
import type { TitleHeads } from "#shared/mentions/title-heads.ts";

import { listItemsNaming } from "./found-links.queries.ts";
import { findItemsContaining } from "./item-lookups.queries.ts";
import { saveNameCounts } from "./known-names.queries.ts";
import { queueItems } from "./link-queue.queries.ts";
import {
  createKnownNames,
  type KnownNames,
  type KnownTool,
  readHeads,
  readNameCounts,
  readNames,
} from "./names-to-find.task.ts";

export type { KnownNames };

type CachingApp = Pick<App, "db" | "cacheVersions">;

/** Caches the data that `read` returns, until its version changes. */
function createVersionedCache<Data>(
  versionOf: (cacheVersions: App["cacheVersions"]) => string,
  read: (db: Db) => Promise<Data>,
): (app: CachingApp) => Promise<Data> {
  const caches = new WeakMap<App["cacheVersions"], { version: string; data: Data }>();
  return async ({ db, cacheVersions }) => {
    // Read before the data: cached data may be newer than its version, but never older.
    const version = versionOf(cacheVersions);
    const cached = caches.get(cacheVersions);
    if (cached?.version === version) return cached.data;
    const data = await read(db);
    caches.set(cacheVersions, { version, data });
    return data;
  };
}

const namesOfTools = createVersionedCache((cacheVersions) => cacheVersions.readToolNames(), readNames);
const nameCounts = createVersionedCache((cacheVersions) => cacheVersions.readNameCounts(), readNameCounts);

/** Returns the current names of all tools, cached until one of them changes. */
export const knownNames = async (app: CachingApp): Promise<KnownNames> =>
  createKnownNames(await namesOfTools(app), await nameCounts(app));

/**
 * Returns the beginnings of all titles, cached until a title changes. Used by large scans, where querying each sequence
 * of words would take most of the time.
 */
export const titleHeads: (app: CachingApp) => Promise<TitleHeads> = createVersionedCache(
  (cacheVersions) => cacheVersions.readLongTitles(),
  readHeads,
);

/** Returns the names of a tool that have no statistics yet, including its host. */
const unknownNamesOf = ({ countOf }: KnownNames, { names, host }: KnownTool): string[] =>
  [...names, ...(host === "" ? [] : [host])].filter((name) => {
    const folded = foldName(name);
    return folded !== "" && countOf(folded) === undefined;
  });

/** Number of newest texts in which a name's uses are counted, to detect ordinary words. */
const MAX_COUNTED_TEXTS = 200;
/** Number of uses after which counting stops. */
const MAX_COUNTED_USES = 200;

/** Maximum numbers of names and items stored in one transaction. */
const MAX_NAMES_PER_COMMIT = 100;
const MAX_ITEMS_PER_COMMIT = 5000;

/**
 * Counts the uses of these tools' new names in the team's texts. Queues texts that may contain them, unless a full
 * scan is running. Also queues texts with names that a tool no longer has.
 */
export async function countNewNames(
  app: Pick<App, "db" | "cacheVersions">,
  toolIds: readonly string[],
  { isFullScan = false } = {},
): Promise<void> {
  const known = await knownNames(app);
  const tools = toolIds.flatMap((id) => known.tools.get(id) ?? []);
  const names = new Map(
    tools.flatMap((tool) => unknownNamesOf(known, tool).map((name) => [foldName(name), name])),
  );
  let counts: ({ folded: string } & Seen)[] = [];
  let items: ItemKey[] = [];
  const save = async () => {
    // Together, so that thousands of names don't need a commit each.
    await app.db.transaction().execute(async (db) => {
      await saveNameCounts(db, counts);
      await queueItems(db, items);
    });
    counts = [];
    items = [];
  };
  for (const [folded, name] of names) {
    const found = await findItemsContaining(app.db, name, isFullScan ? MAX_COUNTED_TEXTS : undefined);
    counts.push({ folded, ...(await countName(app.db, known, name, found)) });
    if (!isFullScan) items.push(...found);
    if (counts.length >= MAX_NAMES_PER_COMMIT || items.length >= MAX_ITEMS_PER_COMMIT) await save();
    await yieldToEventLoop();
  }
  if (counts.length > 0) await save();
  if (isFullScan) return;
  const yieldIfDue = createYielder();
  for (const tool of tools) {
    await queueOutdatedTexts(app.db, tool);
    await yieldIfDue();
  }
}

/** Queues texts with mentions by a name that the tool no longer has. */
async function queueOutdatedTexts(db: Db, { id, names }: KnownTool): Promise<void> {
  const folded = new Set(names.map(foldName));
  await queueItems(db, await listItemsNaming(db, id, (spelled) => !folded.has(foldName(spelled))));
}

/** Recounts all names in the current texts. Queues texts with names that became ambiguous or unambiguous. */
export async function recountNames(app: App, work: JobWork): Promise<number> {
  const known = await knownNames(app);
  const names = new Map(
    [...known.tools.values()].flatMap((tool) => tool.names.map((name) => [foldName(name), name])),
  );
  let done = 0;
  for (const [folded, name] of names) {
    work.signal.throwIfAborted();
    const before = known.countOf(folded) ?? NO_COUNTS;
    const counted = await countName(
      app.db,
      known,
      name,
      await findItemsContaining(app.db, name, MAX_COUNTED_TEXTS),
    );
    if (counted.seen !== before.seen || counted.lower !== before.lower) {
      await saveNameCounts(app.db, [{ folded, ...counted }]);
      const now = { ...before, ...counted };
      if (isAmbiguous(name, () => now) !== isAmbiguous(name, () => before))
        await queueItems(app.db, await findItemsContaining(app.db, name));
    }
    done += 1;
    work.progress(done, names.size);
    await yieldToEventLoop();
  }
  return names.size;
}

const NO_COUNTS = { seen: 0, lower: 0, right: 0, wrong: 0 };

/** Counts the uses of a name in the newest of these items. Yields to other work in between. */
async function countName(
  db: Db,
  { countIn }: KnownNames,
  name: string,
  items: readonly ItemKey[],
): Promise<Seen> {
  const folded = foldName(name);
  const total = { seen: 0, lower: 0 };
  const yieldIfDue = createYielder();
  for (const { kind, id } of items.slice(0, MAX_COUNTED_TEXTS)) {
    for (const { texts } of await loadItemTexts(db, kind, [id])) {
      for (const { field, text } of texts) {
        const found = field === "address" ? undefined : countIn(text).get(folded);
        total.seen += found?.seen ?? 0;
        total.lower += found?.lower ?? 0;
        await yieldIfDue();
      }
    }
    if (total.seen >= MAX_COUNTED_USES) break;
  }
  return total;
}
