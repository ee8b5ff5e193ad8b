import { type ExpressionBuilder, sql } from "kysely";

import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import { countRows, splitUser, USER_NAMES } from "#db/rows.ts";
import type { LinkRow, NewLinkRow, Schema } from "#db/schema.ts";
import { latestFirst, type PageSlice } from "#server/kernel/paging/paging.ts";
import type { ItemKey, ItemKind } from "#shared/kernel/item-address.ts";
import { formatItemRef } from "#shared/kernel/items.ts";
import type { Link, LinkGroup, RELATED_KINDS } from "#shared/links/links.ts";

const selectLinks = (db: Db) =>
  db
    .selectFrom("links")
    .leftJoin("users", "users.id", "links.decidedBy")
    .selectAll("links")
    .select(USER_NAMES);

type DecidedRow = Awaited<ReturnType<ReturnType<typeof selectLinks>["executeTakeFirstOrThrow"]>>;

const toLink = (row: DecidedRow): Link => {
  const { user, rest } = splitUser(row.decidedBy, row);
  const { fromKind, fromId, toKind, toId, place: _place, ...link } = rest;
  return {
    ...link,
    from: formatItemRef({ kind: fromKind, id: fromId }),
    to: formatItemRef({ kind: toKind, id: toId }),
    decidedBy: user,
  };
};

/** Returns the link from one item to another, in any state. */
export async function findLinkBetween(db: Db, from: ItemKey, to: ItemKey): Promise<Link | null> {
  const row = await selectLinks(db)
    .where("links.fromKind", "=", from.kind)
    .where("links.fromId", "=", from.id)
    .where("links.toKind", "=", to.kind)
    .where("links.toId", "=", to.id)
    .executeTakeFirst();
  return row === undefined ? null : toLink(row);
}

export async function findLink(db: Db, id: string): Promise<Link | null> {
  const row = await selectLinks(db).where("links.id", "=", id).executeTakeFirst();
  return row === undefined ? null : toLink(row);
}

export const insertLink = (db: Db, link: NewLinkRow) =>
  db
    .insertInto("links")
    .values(link)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const updateLink = (db: Db, id: string, changes: Pick<LinkRow, "state" | "decidedBy" | "decidedAt">) =>
  db.updateTable("links").set(changes).where("id", "=", id).execute();

export const deleteLink = (db: Db, id: string) => db.deleteFrom("links").where("id", "=", id).execute();

/** Group of an item's links to list, with items of one kind only if that is set. */
interface LinksRequest {
  item: ItemKey;
  group: LinkGroup;
  kind?: (typeof RELATED_KINDS)[number] | undefined;
}

type Links = ExpressionBuilder<Schema, "links">;

const startsAtItem = (is: Links, { kind, id }: ItemKey) =>
  is.and([is("links.fromKind", "=", kind), is("links.fromId", "=", id)]);

const endsAtItem = (is: Links, { kind, id }: ItemKey) =>
  is.and([is("links.toKind", "=", kind), is("links.toId", "=", id)]);

/** Conditions that define each group. */
const GROUP_CONDITIONS: Record<LinkGroup, (is: Links, item: ItemKey) => ReturnType<typeof startsAtItem>> = {
  mentions: (is, item) =>
    is.and([
      startsAtItem(is, item),
      is("links.how", "<>", "person"),
      is("links.state", "in", ["found", "confirmed"]),
    ]),
  mentionedIn: (is, item) =>
    is.and([
      endsAtItem(is, item),
      is("links.how", "<>", "person"),
      is("links.state", "in", ["found", "confirmed"]),
    ]),
  linked: (is, item) =>
    is.and([
      is.or([startsAtItem(is, item), endsAtItem(is, item)]),
      is("links.how", "=", "person"),
      is("links.state", "=", "confirmed"),
    ]),
  hidden: (is, item) => is.and([endsAtItem(is, item), is("links.state", "=", "hidden")]),
};

const isInGroup = (is: Links, { item, group, kind }: LinksRequest) => {
  const all = GROUP_CONDITIONS[group](is, item);
  if (kind === undefined) return all;
  const isComment = sql<boolean>`coalesce(${sql.ref("links.field")}, '') = 'comment'`;
  if (kind === "discussion") return is.and([all, isComment]);
  const other = group === "mentions" ? "links.toKind" : "links.fromKind";
  return is.and([all, is(other, "=", kind), is.not(isComment)]);
};

/** Lists the links of an item, latest texts first. */
export async function listLinks(db: Db, request: LinksRequest, slice: PageSlice): Promise<Link[]> {
  const rows = await latestFirst(
    selectLinks(db).where((is) => isInGroup(is, request)),
    ["links.at", "links.id"],
    slice,
  ).execute();
  return rows.map(toLink);
}

export const countLinksOf = (db: Db, request: LinksRequest): Promise<number> =>
  countRows(db.selectFrom("links").where((is) => isInGroup(is, request)));

const END_COLUMNS = [
  ["fromKind", "fromId"],
  ["toKind", "toId"],
] as const;

/** Deletes at most `limit` links from and to these items and returns them. */
export async function deleteLinkBatch(
  db: Db,
  kind: ItemKind,
  ids: readonly string[],
  limit: number,
): Promise<LinkRow[]> {
  for (const [kindOfEnd, end] of END_COLUMNS) {
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

/**
 * Returns the sort keys of links from these articles to further tools (not those that they were fetched for), by
 * `ARTICLE_ID TOOL_ID`.
 */
export async function listNewsLinks(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom("links")
    .select(["fromId", "toId", "place"])
    .where("fromKind", "=", "article")
    .where("fromId", "in", engineOf(db).valuesOf(ids))
    .where("place", "is not", null)
    .execute();
  return new Map(rows.map(({ fromId, toId, place }) => [`${fromId} ${toId}`, place ?? 0]));
}

/** Copies the current sort keys of articles to these links, if they lead to further tools. */
export const updateNewsLinks = (db: Db, ids: readonly string[]) =>
  db
    .updateTable("links")
    .set(({ selectFrom }) => ({
      place: selectFrom("news_articles as article")
        .select("article.place")
        .whereRef("article.id", "=", "links.fromId")
        .whereRef("article.toolId", "<>", "links.toId")
        .where("article.leadPlace", "is", null),
    }))
    .where("id", "in", engineOf(db).valuesOf(ids))
    .where("place", "is not", null)
    .execute();
