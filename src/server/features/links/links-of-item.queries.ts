import { setImmediate } from "node:timers/promises";

import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import type { LinkRow } from "#db/schema.ts";
import type { ItemKind } from "#shared/item-address.ts";

/** How many rows are read or deleted by one statement. */
const ROWS_AT_ONCE = 100;

const ENDS = [
  ["fromKind", "fromId"],
  ["toKind", "toId"],
] as const;

/** Takes away the links from and to these items, a few at a time, and returns them. */
export async function* takeLinks(
  db: Db,
  kind: ItemKind,
  ids: readonly string[],
): AsyncGenerator<readonly LinkRow[]> {
  for (const [kindOfEnd, end] of ENDS) {
    for (let taken = ROWS_AT_ONCE; taken === ROWS_AT_ONCE;) {
      const links = await db
        .deleteFrom("links")
        .where("id", "in", ({ selectFrom }) =>
          selectFrom("links as link")
            .select("link.id")
            .where(`link.${kindOfEnd}`, "=", kind)
            .where(`link.${end}`, "in", engineOf(db).valuesOf(ids))
            .limit(ROWS_AT_ONCE),
        )
        .returningAll()
        .execute();
      if (links.length > 0) yield links;
      taken = links.length;
      await setImmediate();
    }
  }
}

/** The ids of a tool's articles, a few at a time. */
export async function* readArticleIds(db: Db, toolId: string): AsyncGenerator<readonly string[]> {
  for (let last = -1; ;) {
    const articles = await db
      .selectFrom("news_articles")
      .select(["id", "place"])
      .where("toolId", "=", toolId)
      .where("place", ">", last)
      .orderBy("place")
      .limit(ROWS_AT_ONCE)
      .execute();
    const end = articles.at(-1);
    if (!end) return;
    yield articles.map(({ id }) => id);
    last = end.place;
    await setImmediate();
  }
}
