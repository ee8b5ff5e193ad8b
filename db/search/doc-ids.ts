/** The ids of docs in the index of words. */
import { inBatches } from "../batches.ts";
import type { Db } from "../database.ts";
import type { SearchDoc } from "./ranked-search.ts";

/**
 * Ids of docs are places in time: so many seconds share a span of ids, in which they stand as they came. So the newest
 * are those with the highest ids, and a span of time is a span of ids, both of which the index gives without sorting.
 * A day has a whole number of spans. Coarse, since wide gaps between ids make the index larger.
 */
const SECONDS_OF_SPAN = 64;
export const IDS_OF_SPAN = 1024;

/** The first id of the span that a time is in. */
export const spanOf = (time: string): number =>
  Math.max(0, Math.floor(Date.parse(time) / 1000 / SECONDS_OF_SPAN)) * IDS_OF_SPAN;

/** A doc and its id. */
export interface PlacedDoc {
  id: number;
  doc: SearchDoc;
}

/** Gives each doc a free id of its time, or of a time soon after it that has room. */
export async function assignDocIds(db: Db, docs: readonly SearchDoc[]): Promise<PlacedDoc[]> {
  /** The next ids of spans that were looked at: all at first, since a server's reply takes longer than its look. */
  const nextIds = await findNextIds(db, [...new Set(docs.map(({ at }) => spanOf(at)))]);
  const findNextId = async (first: number): Promise<number | null> => {
    if (!nextIds.has(first)) for (const [one, next] of await findNextIds(db, [first])) nextIds.set(one, next);
    const next = nextIds.get(first) ?? first;
    return next < first + IDS_OF_SPAN ? next : null;
  };
  const placed: PlacedDoc[] = [];
  for (const doc of docs) {
    const id = await findFreeId(findNextId, spanOf(doc.at));
    nextIds.set(id - (id % IDS_OF_SPAN), id + 1);
    placed.push({ id, doc });
  }
  return placed;
}

/** The next id of the span that begins at `first`, or of one behind it; `findNextId` gives null for a full span. */
async function findFreeId(
  findNextId: (first: number) => Promise<number | null>,
  first: number,
): Promise<number> {
  const nextIdOf = (span: number) => findNextId(first + span * IDS_OF_SPAN);
  let full = -1;
  let free = 0;
  let id = await nextIdOf(free);
  // A large import fills many spans, one behind the other: ever further ahead, then back to where the room begins.
  while (id === null) {
    full = free;
    free = free * 2 + 1;
    id = await nextIdOf(free);
  }
  while (free - full > 1) {
    const middle = Math.floor((full + free) / 2);
    const earlier = await nextIdOf(middle);
    if (earlier === null) full = middle;
    else [free, id] = [middle, earlier];
  }
  return id;
}

/** By the first id of each span, the id after the last one in it. */
async function findNextIds(db: Db, firsts: readonly number[]): Promise<Map<number, number>> {
  const nextIds = new Map<number, number>();
  for await (const batch of inBatches(firsts)) {
    const highest = await db
      .selectNoFrom((eb) =>
        batch.map((first, index) =>
          eb
            .selectFrom("search_docs")
            .select(({ fn }) => fn.max<number | null>("docId").as("highest"))
            .where("docId", ">=", first)
            .where("docId", "<", first + IDS_OF_SPAN)
            .as(`span${index}`),
        ),
      )
      .executeTakeFirstOrThrow();
    for (const [index, first] of batch.entries())
      nextIds.set(first, (highest[`span${index}`] ?? first - 1) + 1);
  }
  return nextIds;
}
