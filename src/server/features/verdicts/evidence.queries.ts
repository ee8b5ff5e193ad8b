import { inBatches } from "#db/batches.ts";
import type { Db } from "#db/database.ts";
import type { VerdictEvidenceRow } from "#db/schema.ts";

export async function insertEvidence(db: Db, rows: readonly VerdictEvidenceRow[]): Promise<void> {
  for await (const batch of inBatches(rows)) await db.insertInto("verdict_evidence").values(batch).execute();
}

/** What speaks for and against these verdicts, of each in an order of its own. */
export async function listEvidenceRows(db: Db, verdictIds: readonly string[]): Promise<VerdictEvidenceRow[]> {
  const rows: VerdictEvidenceRow[] = [];
  for await (const batch of inBatches(verdictIds)) {
    const found = await db
      .selectFrom("verdict_evidence")
      .selectAll()
      .where("verdictId", "in", batch)
      .orderBy("verdictId")
      .orderBy("kind")
      .orderBy("itemId")
      .execute();
    rows.push(...found);
  }
  return rows;
}
