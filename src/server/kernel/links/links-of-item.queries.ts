import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import type { LinkRow } from "#db/schema.ts";
import type { ItemKind } from "#shared/item-address.ts";

const ENDS = [
  ["fromKind", "fromId"],
  ["toKind", "toId"],
] as const;

/** Takes away links from and to these items, at most `limit`, and returns them. */
export async function takeLinks(
  db: Db,
  kind: ItemKind,
  ids: readonly string[],
  limit: number,
): Promise<LinkRow[]> {
  for (const [kindOfEnd, end] of ENDS) {
    const links = await db
      .deleteFrom("links")
      .where("id", "in", ({ selectFrom }) =>
        selectFrom("links as link")
          .select("link.id")
          .where(`link.${kindOfEnd}`, "=", kind)
          .where(`link.${end}`, "in", engineOf(db).valuesOf(ids))
          .limit(limit),
      )
      .returningAll()
      .execute();
    if (links.length > 0) return links;
  }
  return [];
}
