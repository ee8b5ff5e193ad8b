import { sql } from "kysely";

import { inBatches } from "#db/batches.ts";
import type { Db } from "#db/database.ts";
import type { VerdictEvidenceRow } from "#db/schema.ts";
import type { ItemKind } from "#shared/item-address.ts";
import { formatItemRef, type ItemRef } from "#shared/items.ts";
import type { Verdict } from "#shared/verdicts.ts";

const TITLES = {
  tool: ["ai_tools", "name"],
  article: ["news_articles", "title"],
  paper: ["research_papers", "title"],
  prompt: ["prompts", "name"],
  reading: ["readings", "title"],
} as const satisfies Record<ItemKind, readonly [string, string]>;

type Key = Pick<VerdictEvidenceRow, "kind" | "itemId">;

/** What those of these items are called that are there. */
export async function listTitles(db: Db, items: readonly Key[]): Promise<ReadonlyMap<ItemRef, string>> {
  const titles = new Map<ItemRef, string>();
  for (const [kind, ofKind] of Map.groupBy(items, (item) => item.kind)) {
    const [table, title] = TITLES[kind];
    const ids = [...new Set(ofKind.map(({ itemId }) => itemId))];
    for await (const batch of inBatches(ids)) {
      const { rows } = await sql<{ id: string; title: string }>`
        select id, ${sql.ref(title)} as title from ${sql.table(table)} where id in (${sql.join(batch)})`.execute(
        db,
      );
      for (const row of rows) titles.set(formatItemRef({ kind, id: row.id }), row.title);
    }
  }
  return titles;
}

export const insertEvidence = (db: Db, rows: readonly VerdictEvidenceRow[]) =>
  db.insertInto("verdict_evidence").values(rows).execute();

/** What speaks for and against each of these verdicts, with the titles of what is there. */
export async function listEvidence(
  db: Db,
  verdictIds: readonly string[],
): Promise<ReadonlyMap<string, Verdict["evidence"]>> {
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
  const titles = await listTitles(db, rows);
  const evidence = new Map<string, Verdict["evidence"]>();
  for (const { verdictId, kind, itemId, stance } of rows) {
    const ref = formatItemRef({ kind, id: itemId });
    const ofVerdict = evidence.get(verdictId) ?? [];
    ofVerdict.push({ ref, stance, title: titles.get(ref) ?? null });
    evidence.set(verdictId, ofVerdict);
  }
  return evidence;
}
