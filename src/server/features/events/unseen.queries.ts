import type { Db } from "#db/database.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";
import { eventDetailSchema } from "#shared/kernel/ledger.ts";

const detailColumn = eventDetailSchema.catch({});

/** Addition, deletion, restoration or finding of items. */
export interface Arrival {
  seq: number;
  at: string;
  actorId: string | null;
  verb: string;
  kind: ItemKind;
  itemId: string;
  found: number;
}

/** Returns arrivals between two sequence numbers, in the order of writing. */
export async function listArrivals(
  db: Db,
  { after, upTo }: { after: number; upTo: number },
): Promise<Arrival[]> {
  const rows = await db
    .selectFrom("events")
    .select(["seq", "at", "actorId", "verb", "kind", "itemId", "detail"])
    .where("seq", ">", after)
    .where("seq", "<=", upTo)
    .where("verb", "in", ["added", "deleted", "restored", "fetched"])
    .orderBy("seq")
    .execute();
  return rows.flatMap(({ detail: json, ...row }) => {
    // Most events are additions, which need no further data.
    if (row.verb === "added") return { ...row, found: 0 };
    const detail = detailColumn.parse(JSON.parse(json));
    if (row.verb === "fetched") {
      const { articles, count = 0 } = detail;
      if (articles !== undefined) return { ...row, kind: "article" as const, found: articles };
      // For tools, job runs find release notes of existing ones.
      return row.kind === "tool" ? [] : { ...row, found: count };
    }
    const isOfItem = detail.comment === undefined && detail.from === undefined;
    return isOfItem ? { ...row, found: 0 } : [];
  });
}
