import { type RawBuilder, sql } from "kysely";

import type { CopyEnd } from "../copy/copy-tables.ts";
import { describeServer } from "./connections.ts";
import { serverSchemaVersion } from "./migrate.ts";
import { openServerForReading } from "./open.ts";
import { prepareIndexes, TRIGRAM_INDEXES } from "./search/prepare-indexes.ts";

/** PostgreSQL database as one end of a copy. See `CopyEnd`. */
export const serverCopyEnd = (url: string): CopyEnd => ({
  name: describeServer(url),
  async readVersion() {
    const db = await openServerForReading(url);
    try {
      return await serverSchemaVersion(db);
    } finally {
      await db.destroy();
    }
  },
  async readCounters(db) {
    const { rows } = await sql<{ commentPosition: number; eventSeq: number }>`select
      ${lastSequenceNumber("comments_position_seq")} as "commentPosition", ${lastSequenceNumber("events_seq")} as "eventSeq"`.execute(
      db,
    );
    return rows[0] ?? { commentPosition: 0, eventSeq: 0 };
  },
  // Building indexes from all rows takes a fraction of the time of row-by-row updates.
  async begin(db) {
    for (const index of TRIGRAM_INDEXES) await sql`drop index if exists ${sql.ref(index)}`.execute(db);
  },
  async finish(db, { commentPosition, eventSeq }) {
    await advanceSequence("comments_position_seq", commentPosition).execute(db);
    await advanceSequence("events_seq", eventSeq).execute(db);
    await prepareIndexes(db);
    // Without statistics for the new rows, the server would plan for empty tables.
    await sql`analyze`.execute(db);
  },
});

/** Last number returned by a sequence; 0 before the first. */
const lastSequenceNumber = (sequence: string): RawBuilder<number> =>
  sql`(select case when is_called then last_value else last_value - 1 end from ${sql.table(sequence)})`;

/** Advances a sequence to `last`, unless it is already higher. */
const advanceSequence = (sequence: string, last: number): RawBuilder<unknown> =>
  sql`select setval(${sql.lit(sequence)}, ${sql.lit(last)}) where ${lastSequenceNumber(sequence)} < ${sql.lit(last)}`;
