import type { App, JobWork } from "#server/app.ts";
import { createTimeSlices, yieldToEventLoop } from "#server/kernel/async/yield-to-event-loop.ts";
import { loadItemTexts } from "#server/kernel/texts/texts.service.ts";
import { isAmbiguous } from "#shared/mentions/ambiguity.ts";
import type { Seen } from "#shared/mentions/name-counts.ts";
import { foldName } from "#shared/mentions/names.ts";

import { listNamedBy } from "./found-links.queries.ts";
import { itemsWith } from "./items-with.queries.ts";
import { saveNameCount } from "./known-names.queries.ts";
import { knownNames, type KnownNames, type KnownTool, unknownNamesOf } from "./known-names.service.ts";
import { queueItems } from "./link-queue.queries.ts";

type Db = App["db"];

/** In so many of the newest texts that have a name it is counted whether it is a word of the language, too. */
const TEXTS_COUNTED = 200;
/** As soon as it was seen so often, no more texts are read. */
const ENOUGH_SEEN = 200;

/**
 * Looks for the names of these tools that are new: counts how they stand in the team's texts, and has the texts read
 * again that may have them, unless all are being read anyway. Texts that have a name which a tool no longer has are read
 * again, too.
 */
export async function learnTools(
  app: Pick<App, "db" | "cacheVersions">,
  toolIds: readonly string[],
  { isReadingAll = false } = {},
): Promise<void> {
  const known = await knownNames(app);
  const tools = toolIds.flatMap((id) => known.tools.get(id) ?? []);
  for (const tool of tools) {
    for (const name of unknownNamesOf(known, tool)) {
      await saveNameCount(app.db, foldName(name), await countName(app.db, known, name));
      if (!isReadingAll) await queueItems(app.db, await itemsWith(app.db, name));
      await yieldToEventLoop();
    }
    if (!isReadingAll) await queueOutdated(app.db, tool);
  }
}

/** Has the texts read again in which a name was found that the tool no longer has. */
async function queueOutdated(db: Db, { id, names }: KnownTool): Promise<void> {
  const folded = new Set(names.map(foldName));
  await queueItems(db, await listNamedBy(db, id, (spelled) => !folded.has(foldName(spelled))));
}

/** Counts all names anew, as the texts are now, and has texts read again whose names mean something else since. */
export async function recountNames(app: App, work: JobWork): Promise<number> {
  const known = await knownNames(app);
  const names = new Map(
    [...known.tools.values()].flatMap((tool) => tool.names.map((name) => [foldName(name), name])),
  );
  let done = 0;
  for (const [folded, name] of names) {
    work.signal.throwIfAborted();
    const before = known.countOf(folded) ?? NEVER;
    const counted = await countName(app.db, known, name);
    if (counted.seen !== before.seen || counted.lower !== before.lower) {
      await saveNameCount(app.db, folded, counted);
      const now = { ...before, ...counted };
      if (isAmbiguous(name, () => now) !== isAmbiguous(name, () => before))
        await queueItems(app.db, await itemsWith(app.db, name));
    }
    done += 1;
    work.progress(done, names.size);
    await yieldToEventLoop();
  }
  return names.size;
}

const NEVER = { seen: 0, lower: 0, right: 0, wrong: 0 };

/** Counts a name in the newest texts that have it; whoever waits for the thread goes in between. */
async function countName(db: Db, { countIn }: KnownNames, name: string): Promise<Seen> {
  const folded = foldName(name);
  const total = { seen: 0, lower: 0 };
  const takeTurns = createTimeSlices();
  for (const { kind, id } of await itemsWith(db, name, TEXTS_COUNTED)) {
    for (const { texts } of await loadItemTexts(db, kind, [id])) {
      for (const { field, text } of texts) {
        const found = field === "address" ? undefined : countIn(text).get(folded);
        total.seen += found?.seen ?? 0;
        total.lower += found?.lower ?? 0;
        await takeTurns();
      }
    }
    if (total.seen >= ENOUGH_SEEN) break;
  }
  return total;
}
