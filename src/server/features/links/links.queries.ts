import type { Db } from "#db/database.ts";
import type { LinkTable } from "#db/tables/memory.ts";
import type { ItemKey } from "#shared/item-address.ts";
import { formatItemRef } from "#shared/items.ts";
import type { Link } from "#shared/links.ts";

const linksWithDeciders = (db: Db) =>
  db
    .selectFrom("links")
    .leftJoin("users", "users.id", "links.decidedBy")
    .selectAll("links")
    .select(["users.username", "users.displayName", "users.firstName", "users.lastName", "users.email"]);

type LinkRow = Awaited<ReturnType<ReturnType<typeof linksWithDeciders>["executeTakeFirstOrThrow"]>>;

const linkOfRow = (row: LinkRow): Link => {
  const { id, how, spelled, excerpt, field, state, decidedBy, decidedAt, at, username } = row;
  const { displayName, firstName, lastName, email } = row;
  return {
    id,
    from: formatItemRef({ kind: row.fromKind, id: row.fromId }),
    to: formatItemRef({ kind: row.toKind, id: row.toId }),
    how,
    spelled,
    excerpt,
    field,
    state,
    decidedBy:
      decidedBy === null || username === null
        ? null
        : { id: decidedBy, username, displayName, firstName, lastName, email },
    decidedAt,
    at,
  };
};

/** The link from one item to another, whatever is said of it. */
export async function findLinkBetween(db: Db, from: ItemKey, to: ItemKey): Promise<Link | null> {
  const row = await linksWithDeciders(db)
    .where("links.fromKind", "=", from.kind)
    .where("links.fromId", "=", from.id)
    .where("links.toKind", "=", to.kind)
    .where("links.toId", "=", to.id)
    .executeTakeFirst();
  return row === undefined ? null : linkOfRow(row);
}

export const insertLink = (db: Db, link: LinkTable) =>
  db
    .insertInto("links")
    .values(link)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const updateLink = (
  db: Db,
  id: string,
  changes: Pick<LinkTable, "state" | "decidedBy" | "decidedAt">,
) => db.updateTable("links").set(changes).where("id", "=", id).execute();
