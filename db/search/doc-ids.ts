import type { Db } from "../database.ts";
/** Ids of docs in the word index. */
import { inBatches } from "../rows.ts";
import type { IndexedDoc, SearchDoc } from "./ranked-search.ts";

/**
 * Length of a span in seconds. Ids of docs encode time: each span has a range of ids, assigned in order of arrival. So
 * the newest docs have the highest ids, and a time range is an id range. The index returns both without sorting. A day
 * has a whole number of spans. Spans are coarse because wide gaps between ids enlarge the index.
 */
const SECONDS_OF_SPAN = 64;
export const IDS_OF_SPAN = 1024;

/** Returns the first id of the span that contains a time. */
export const spanOf = (time: string): number =>
  Math.max(0, Math.floor(Date.parse(time) / 1000 / SECONDS_OF_SPAN)) * IDS_OF_SPAN;

/** Assigns each doc a free id in the span of its time, or in the next span with room. */
export async function assignDocIds(db: Db, docs: readonly SearchDoc[]): Promise<IndexedDoc[]> {
  /**
   * Next free ids of the spans. They are loaded in one query first, because a round trip takes longer than the lookup.
   */
  const nextIds = await findNextIds(db, [...new Set(docs.map(({ at }) => spanOf(at)))]);
  const findNextId = async (first: number): Promise<number | null> => {
    if (!nextIds.has(first)) for (const [one, next] of await findNextIds(db, [first])) nextIds.set(one, next);
    const next = nextIds.get(first) ?? first;
    return next < first + IDS_OF_SPAN ? next : null;
  };
  const docsWithIds: IndexedDoc[] = [];
  for (const doc of docs) {
    const id = await findFreeId(findNextId, spanOf(doc.at));
    nextIds.set(id - (id % IDS_OF_SPAN), id + 1);
    docsWithIds.push({ id, doc });
  }
  return docsWithIds;
}

/**
 * Returns the next free id of the span that begins at `first`, or of a later span. `findNextId` returns null for a
 * full span.
 */
async function findFreeId(
  findNextId: (first: number) => Promise<number | null>,
  first: number,
): Promise<number> {
  const nextIdOf = (span: number) => findNextId(first + span * IDS_OF_SPAN);
  let full = -1;
  let free = 0;
  let id = await nextIdOf(free);
  // A large import fills many spans in a row. Search ahead in growing steps, then go back to the first span with room.
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

/** Maps the first id of each span to its next free id. */
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
