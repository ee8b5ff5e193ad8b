import { sql } from "kysely";

import type { Db } from "#db/database.ts";
import { inBatches } from "#db/rows.ts";
import type { EventRow } from "#db/schema.ts";
import { sourceOf } from "#server/kernel/texts/text-source.ts";
import type { EventVerb } from "#shared/kernel/events.ts";
import type { ItemKind, LibraryKind } from "#shared/kernel/item-address.ts";
import { type EventDetail, eventDetailSchema, eventVerbSchema } from "#shared/kernel/ledger.ts";

const detailColumn = eventDetailSchema.catch({});

type ParsedEvent = Omit<EventRow, "verb" | "detail"> & { verb: EventVerb; detail: EventDetail };

/** Returns the newest events between two sequence numbers, in the order of writing. */
export async function listNewestEvents(
  db: Db,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<ParsedEvent[]> {
  const rows = await db
    .selectFrom("events")
    .selectAll()
    .where("seq", ">", after)
    .where("seq", "<=", upTo)
    .orderBy("seq", "desc")
    .limit(limit)
    .execute();
  return rows.toReversed().flatMap(({ verb, detail, ...event }) => {
    const parsedVerb = eventVerbSchema.safeParse(verb);
    // Newer program versions may have written unknown verbs.
    if (!parsedVerb.success) return [];
    return { ...event, verb: parsedVerb.data, detail: detailColumn.parse(JSON.parse(detail)) };
  });
}

/** Returns which of these existing items a user added. */
export async function listIdsAddedBy(
  db: Db,
  userId: string,
  kind: LibraryKind,
  ids: readonly string[],
): Promise<string[]> {
  const added: string[] = [];
  for await (const batch of inBatches(ids)) {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(sourceOf(kind).table)}
      where id in (${sql.join(batch)}) and "userId" = ${userId}`.execute(db);
    added.push(...rows.map(({ id }) => id));
  }
  return added;
}

/** Returns which of these items, existing or deleted, a user added according to the events. */
export async function listIdsEverAddedBy(
  db: Db,
  userId: string,
  kind: LibraryKind,
  ids: readonly string[],
): Promise<string[]> {
  const added: string[] = [];
  for await (const batch of inBatches(ids)) {
    const rows = await db
      .selectFrom("events")
      .select(["itemId", "actorId"])
      .where("kind", "=", kind)
      .where("itemId", "in", batch)
      .where("verb", "=", "added")
      .execute();
    // Filtering by user in SQL would scan all of the user's events.
    added.push(...rows.flatMap(({ itemId, actorId }) => (actorId === userId ? itemId : [])));
  }
  return added;
}

/** Returns the names of users by id. */
export const listUserNames = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom("users")
    .select(["id", "username", "displayName", "firstName", "lastName"])
    .where("id", "in", ids)
    .execute();

/** True if there are any items of a kind. */
export const hasItems = async (db: Db, kind: ItemKind): Promise<boolean> =>
  (await db.selectFrom(sourceOf(kind).table).select("id").limit(1).executeTakeFirst()) !== undefined;

/** True if a user has ever done this to an item of this kind. */
export async function hasDone(db: Db, userId: string, kind: ItemKind, verb: string): Promise<boolean> {
  const event = await db
    .selectFrom("events")
    .select("seq")
    .where("actorId", "=", userId)
    .where("kind", "=", kind)
    .where("verb", "=", verb)
    .limit(1)
    .executeTakeFirst();
  return event !== undefined;
}

/** Event that adds, deletes, restores or fetches items. */
export type Arrival = Omit<EventRow, "title" | "detail"> & { fetchedCount: number };

/** Returns the arrivals between two sequence numbers, in the order of writing. */
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
    // Most events are additions, whose details aren't needed.
    if (row.verb === "added") return { ...row, fetchedCount: 0 };
    const detail = detailColumn.parse(JSON.parse(json));
    if (row.verb === "fetched") {
      const { articles, count = 0 } = detail;
      if (articles !== undefined) return { ...row, kind: "article" as const, fetchedCount: articles };
      // Release notes are no new items.
      return row.kind === "tool" ? [] : { ...row, fetchedCount: count };
    }
    const isAboutItem = detail.comment === undefined && detail.from === undefined;
    return isAboutItem ? { ...row, fetchedCount: 0 } : [];
  });
}
