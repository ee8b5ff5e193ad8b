import { randomUUID } from "node:crypto";

import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import { countRows, inBatches } from "#db/rows.ts";
import type { LinkRow, NewLinkRow } from "#db/schema.ts";
import type { ItemKey, ItemKind } from "#shared/kernel/item-address.ts";
import { formatItemRef, parseItemRef } from "#shared/kernel/items.ts";
import type { FoundLink } from "#shared/mentions/links-in-item.ts";

/** Mentions found in an item. */
interface FoundLinks {
  from: ItemKey;
  at: string;
  links: readonly FoundLink[];
}

/**
 * Replaces an item's found links: deletes those no longer found and adds new ones. Retains links that users added or
 * decided on, and links from articles to the tools that they were fetched for.
 */
export async function replaceFoundLinks(
  db: Db,
  kind: ItemKind,
  ids: readonly string[],
  found: readonly FoundLinks[],
): Promise<void> {
  const stored = await db
    .selectFrom("links")
    .selectAll()
    .where("fromKind", "=", kind)
    .where("fromId", "in", engineOf(db).valuesOf(ids))
    .execute();
  const remaining = new Map(stored.map((link) => [keyOf(link.fromId, link), link]));
  const added: NewLinkRow[] = [];
  for (const { from, at, links } of found) {
    for (const link of links) {
      const { kind: toKind, id: toId } = parseItemRef(link.to);
      const key = keyOf(from.id, { toKind, toId });
      const known = remaining.get(key);
      remaining.delete(key);
      if (known === undefined) added.push(toRow(from, at, { toKind, toId }, link));
      else if (isUndecided(known) && isDifferent(known, link, at))
        await updateFoundLink(db, known.id, link, at);
    }
  }
  const obsolete = [...remaining.values()]
    .filter((link) => isUndecided(link) && link.place === null)
    .map(({ id }) => id);
  // Concurrent decisions and links by users remain.
  if (obsolete.length > 0)
    await db
      .deleteFrom("links")
      .where("id", "in", engineOf(db).valuesOf(obsolete))
      .where("state", "in", UNDECIDED)
      .where("place", "is", null)
      .execute();
  for await (const batch of inBatches(added))
    await db
      .insertInto("links")
      .values(batch)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

const keyOf = (fromId: string, { toKind, toId }: Pick<LinkRow, "toKind" | "toId">): string =>
  `${fromId} ${formatItemRef({ kind: toKind, id: toId })}`;

const UNDECIDED = ["found", "hidden"] as const;

/** True for a link that no user added or decided on. Scans change only these. */
const isUndecided = ({ how, state }: LinkRow): boolean =>
  how !== "person" && (state === "found" || state === "hidden");

const isDifferent = (row: LinkRow, link: FoundLink, at: string): boolean =>
  row.how !== link.how ||
  row.state !== link.state ||
  row.spelled !== link.spelled ||
  row.excerpt !== link.excerpt ||
  row.field !== link.field ||
  row.commentId !== link.commentId ||
  row.at !== at;

const updateFoundLink = (db: Db, id: string, { to: _to, ...link }: FoundLink, at: string) =>
  db
    .updateTable("links")
    .set({ ...link, at })
    .where("id", "=", id)
    .where("state", "in", UNDECIDED)
    .execute();

/**
 * Returns a UUID of version 7. Links added together are neighbours in an index, so that a commit changes fewer pages.
 */
function newLinkId(): string {
  const time = Date.now().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

const toRow = (
  from: ItemKey,
  at: string,
  to: Pick<LinkRow, "toKind" | "toId">,
  { to: _to, ...link }: FoundLink,
): NewLinkRow => ({
  id: newLinkId(),
  fromKind: from.kind,
  fromId: from.id,
  ...to,
  ...link,
  decidedBy: null,
  decidedAt: null,
  at,
});

export async function deleteLinksOf(db: Db, kind: ItemKind, ids: readonly string[]): Promise<void> {
  const obsolete = engineOf(db).valuesOf(ids);
  await db.deleteFrom("links").where("fromKind", "=", kind).where("fromId", "in", obsolete).execute();
  await db.deleteFrom("links").where("toKind", "=", kind).where("toId", "in", obsolete).execute();
}

/** Returns the next links after an id, in id order. */
export const listLinksAfter = (db: Db, after: string, limit: number) =>
  db.selectFrom("links").selectAll().where("id", ">", after).orderBy("id").limit(limit).execute();

export const deleteLinks = (db: Db, ids: readonly string[]) =>
  db.deleteFrom("links").where("id", "in", engineOf(db).valuesOf(ids)).execute();

/** Returns the number of visible links. */
export const countLinks = (db: Db): Promise<number> =>
  countRows(db.selectFrom("links").where("state", "in", ["found", "confirmed"]));

/** Returns the items linked to a tool by one of these names, as spelled in their texts. */
export async function listItemsNaming(
  db: Db,
  toolId: string,
  isWanted: (spelled: string) => boolean,
): Promise<ItemKey[]> {
  const spelled = await db
    .selectFrom("links")
    .select("spelled")
    .distinct()
    .where("toKind", "=", "tool")
    .where("toId", "=", toolId)
    .where("how", "=", "name")
    .execute();
  const wanted = spelled.flatMap((row) => (row.spelled !== null && isWanted(row.spelled) ? row.spelled : []));
  if (wanted.length === 0) return [];
  const rows = await db
    .selectFrom("links")
    .select(["fromKind", "fromId"])
    .where("toKind", "=", "tool")
    .where("toId", "=", toolId)
    .where("spelled", "in", wanted)
    .execute();
  return rows.map(({ fromKind, fromId }) => ({ kind: fromKind, id: fromId }));
}
