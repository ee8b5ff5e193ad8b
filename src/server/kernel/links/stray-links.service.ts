import type { LinkRow } from "#db/schema.ts";
import type { App } from "#server/app.ts";
import { yieldToEventLoop } from "#server/kernel/async/promises.ts";
import { titlesOf } from "#server/kernel/texts/texts.service.ts";
import type { ItemKey } from "#shared/kernel/item-address.ts";
import { formatItemRef } from "#shared/kernel/items.ts";

import { deleteLinks, listLinksAfter } from "./found-links.queries.ts";

type Db = App["db"];

/** Takes a few milliseconds. */
const LINKS_AT_ONCE = 500;

const endsOf = ({ fromKind, fromId, toKind, toId }: LinkRow): [ItemKey, ItemKey] => [
  { kind: fromKind, id: fromId },
  { kind: toKind, id: toId },
];

/** Reads all links to or from a deleted item, in batches. */
async function* readStrayLinks(db: Db): AsyncGenerator<string[]> {
  let links = await listLinksAfter(db, "", LINKS_AT_ONCE);
  while (links.length > 0) {
    const titles = await titlesOf(db, links.flatMap(endsOf));
    const isMissing = (item: ItemKey) => !titles.has(formatItemRef(item));
    yield links.filter((link) => endsOf(link).some(isMissing)).map(({ id }) => id);
    await yieldToEventLoop();
    links = await listLinksAfter(db, links.at(-1)?.id ?? "", LINKS_AT_ONCE);
  }
}

/** Deletes links to or from deleted items. Returns their number. */
export async function forgetStrayLinks({ db }: Pick<App, "db">, signal: AbortSignal): Promise<number> {
  let forgotten = 0;
  for await (const stray of readStrayLinks(db)) {
    signal.throwIfAborted();
    if (stray.length > 0) await deleteLinks(db, stray);
    forgotten += stray.length;
  }
  return forgotten;
}

/** Counts links to or from deleted items. */
export async function countStrayLinks({ db }: Pick<App, "db">): Promise<number> {
  let strays = 0;
  for await (const stray of readStrayLinks(db)) strays += stray.length;
  return strays;
}
