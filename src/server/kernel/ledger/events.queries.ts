import { inBatches } from "#db/batches.ts";
import type { Db } from "#db/database.ts";
import type { EventRow } from "#db/schema.ts";

export async function insertEvents(db: Db, rows: readonly Omit<EventRow, "seq">[]): Promise<void> {
  for await (const batch of inBatches(rows)) await db.insertInto("events").values(batch).execute();
}

/** Returns the number of the last event, or 0 if there is none. */
export async function findLastSeq(db: Db): Promise<number> {
  const { seq } = await db
    .selectFrom("events")
    .select(({ fn }) => fn.max("seq").as("seq"))
    .executeTakeFirstOrThrow();
  return seq ?? 0;
}
