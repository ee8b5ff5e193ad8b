import type { Db } from "#db/database.ts";
import { compileOnce } from "#db/engine.ts";
import { inBatches } from "#db/rows.ts";
import type { EventRow } from "#db/schema.ts";

/** Stores events and returns their sequence numbers, in the same order. */
export async function insertEvents(db: Db, rows: readonly Omit<EventRow, "seq">[]): Promise<number[]> {
  const [only] = rows;
  if (only && rows.length === 1) return (await insertEvent(db, only)).map(({ seq }) => seq);
  const seqs: number[] = [];
  for await (const batch of inBatches(rows)) {
    const stored = await db.insertInto("events").values(batch).returning("seq").execute();
    // Engines may return the rows in any order.
    seqs.push(...stored.map(({ seq }) => seq).toSorted((one, other) => one - other));
  }
  return seqs;
}

const insertEvent = compileOnce((db, event: Omit<EventRow, "seq">) => {
  const { at, actorId, verb, kind, itemId, title, detail } = event;
  return db
    .insertInto("events")
    .values({ at, actorId, verb, kind, itemId, title, detail })
    .returning("seq")
    .compile();
});

/** Returns the number of the last event, or 0 if there is none. */
export async function findLastSeq(db: Db): Promise<number> {
  const { seq } = await db
    .selectFrom("events")
    .select(({ fn }) => fn.max("seq").as("seq"))
    .executeTakeFirstOrThrow();
  return seq ?? 0;
}
