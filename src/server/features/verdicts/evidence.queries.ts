import { sql } from "kysely";

import type { Db } from "#db/database.ts";
import { inBatches } from "#db/rows.ts";
import type { VerdictEvidenceRow } from "#db/schema.ts";

export async function insertEvidence(db: Db, rows: readonly VerdictEvidenceRow[]): Promise<void> {
  for await (const batch of inBatches(rows)) await db.insertInto("verdict_evidence").values(batch).execute();
}

/** Lists the evidence for and against these verdicts, ordered within each. */
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

/** Number of rows read by one statement. */
const ROWS_AT_ONCE = 100;

/** Reads the evidence for and against a tool's verdicts, in batches. */
export async function* readEvidenceOfTool(
  db: Db,
  toolId: string,
): AsyncGenerator<readonly VerdictEvidenceRow[]> {
  let last = { revision: 0, kind: "", itemId: "" };
  for (;;) {
    const found = await db
      .selectFrom("verdicts")
      .innerJoin("verdict_evidence as evidence", "evidence.verdictId", "verdicts.id")
      .selectAll("evidence")
      .select("verdicts.revision")
      .where("verdicts.toolId", "=", toolId)
      .where("verdicts.revision", ">=", last.revision)
      .where(
        sql<boolean>`(verdicts.revision, evidence.kind, evidence."itemId")
          > (${last.revision}, ${last.kind}, ${last.itemId})`,
      )
      .orderBy("verdicts.revision")
      .orderBy("evidence.kind")
      .orderBy("evidence.itemId")
      .limit(ROWS_AT_ONCE)
      .execute();
    const end = found.at(-1);
    if (!end) return;
    yield found.map(({ verdictId, kind, itemId, stance }) => ({ verdictId, kind, itemId, stance }));
    last = end;
  }
}
