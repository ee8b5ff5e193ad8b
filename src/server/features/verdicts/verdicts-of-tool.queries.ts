import { sql } from "kysely";

import type { Db } from "#db/database.ts";
import type { VerdictEvidenceRow } from "#db/schema.ts";

/** How many rows are read by one statement. */
const ROWS_AT_ONCE = 100;

/** What speaks for and against the verdicts on a tool, a few rows at a time. */
export async function* readEvidenceOfTool(
  db: Db,
  toolId: string,
): AsyncGenerator<readonly VerdictEvidenceRow[]> {
  let last = { verdictId: "", kind: "", itemId: "" };
  for (;;) {
    const rows = await db
      .selectFrom("verdict_evidence as evidence")
      .innerJoin("verdicts", "verdicts.id", "evidence.verdictId")
      .selectAll("evidence")
      .where("verdicts.toolId", "=", toolId)
      .where(
        sql<boolean>`(evidence."verdictId", evidence.kind, evidence."itemId")
          > (${last.verdictId}, ${last.kind}, ${last.itemId})`,
      )
      .orderBy("evidence.verdictId")
      .orderBy("evidence.kind")
      .orderBy("evidence.itemId")
      .limit(ROWS_AT_ONCE)
      .execute();
    const end = rows.at(-1);
    if (!end) return;
    yield rows;
    last = end;
  }
}
