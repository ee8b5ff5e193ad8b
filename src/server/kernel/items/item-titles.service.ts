import type { App } from "#server/app.ts";
import type { ItemKey } from "#shared/item-address.ts";
import type { ItemRef } from "#shared/items.ts";

import { loadTitles } from "./item-titles.queries.ts";

/** What these items are called and how old they are; those that are gone are left out. */
export const titlesOf = (
  db: App["db"],
  items: readonly ItemKey[],
): Promise<ReadonlyMap<ItemRef, { title: string; at: string }>> => loadTitles(db, items);
