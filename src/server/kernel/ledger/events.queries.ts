import { inBatches } from "#db/batches.ts";
import type { Db } from "#db/database.ts";
import type { EventRow } from "#db/schema.ts";

/** Stores events and returns their sequence numbers, in the same order. */
export async function insertEvents(db: Db, rows: readonly Omit<EventRow, "seq">[]): Promise<number[]> {
  const seqs: number[] = [];
  for await (const batch of inBatches(rows)) {
    const stored = await db.insertInto("events").values(batch).returning("seq").execute();
    // Engines may return the rows in any order.
    seqs.push(...stored.map(({ seq }) => seq).toSorted((one, other) => one - other));
  }
  return seqs;
}

/** Returns the number of the last event, or 0 if there is none. */
export async function findLastSeq(db: Db): Promise<number> {
  const { seq } = await db
    .selectFrom("events")
    .select(({ fn }) => fn.max("seq").as("seq"))
    .executeTakeFirstOrThrow();
  return seq ?? 0;
}
