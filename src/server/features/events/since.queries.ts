import { inBatches } from "#db/batches.ts";
import type { Db } from "#db/database.ts";
import type { EventRow } from "#db/schema.ts";
import type { EventDetail, EventVerb } from "#shared/kernel/events.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";
import { eventDetailSchema, eventVerbSchema } from "#shared/kernel/ledger.ts";

const detailColumn = eventDetailSchema.catch({});

type EventRead = Omit<EventRow, "verb" | "detail"> & { verb: EventVerb; detail: EventDetail };

/** The newest events after a place in the ledger, up to another, in the order of writing. */
export async function listNewestEvents(
  db: Db,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<EventRead[]> {
  const rows = await db
    .selectFrom("events")
    .selectAll()
    .where("seq", ">", after)
    .where("seq", "<=", upTo)
    .orderBy("seq", "desc")
    .limit(limit)
    .execute();
  return rows.toReversed().flatMap(({ verb, detail, ...event }) => {
    const known = eventVerbSchema.safeParse(verb);
    // A newer version of the product has verbs that this one does not know.
    if (!known.success) return [];
    return { ...event, verb: known.data, detail: detailColumn.parse(JSON.parse(detail)) };
  });
}

/** Of the last event before a time; 0 where there is none. */
export async function findLastSeqBefore(db: Db, time: string): Promise<number> {
  const event = await db
    .selectFrom("events")
    .select("seq")
    .where("at", "<", time)
    .orderBy("at", "desc")
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  return event?.seq ?? 0;
}

const LIBRARIES = { tool: "ai_tools", prompt: "prompts", reading: "readings" } as const;
export type LibraryKind = keyof typeof LIBRARIES;

export const isLibraryKind = (kind: ItemKind): kind is LibraryKind => kind in LIBRARIES;

/** Which of these items a person added, of those that are there. */
export async function listAddedBy(
  db: Db,
  userId: string,
  kind: LibraryKind,
  ids: readonly string[],
): Promise<string[]> {
  const added: string[] = [];
  for await (const batch of inBatches(ids)) {
    const rows = await db
      .selectFrom(LIBRARIES[kind])
      .select("id")
      .where("id", "in", batch)
      .where("userId", "=", userId)
      .execute();
    added.push(...rows.map(({ id }) => id));
  }
  return added;
}

/** Which of these items a person added, as the ledger knows, also of those that are gone. */
export async function listOnceAddedBy(
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
    // Asked for the person, it would look through all that they ever did.
    added.push(...rows.flatMap(({ itemId, actorId }) => (actorId === userId ? itemId : [])));
  }
  return added;
}

/** Which of these readings a person commented on. */
export async function listCommentedBy(db: Db, userId: string, ids: readonly string[]): Promise<string[]> {
  const commented = new Set<string>();
  for await (const batch of inBatches(ids)) {
    const rows = await db
      .selectFrom("comments")
      .select("readingId")
      .where("readingId", "in", batch)
      .where("userId", "=", userId)
      .execute();
    for (const { readingId } of rows) commented.add(readingId);
  }
  return [...commented];
}

/** People by their ids, with their names. */
export const listNames = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom("users")
    .select(["id", "username", "displayName", "firstName", "lastName"])
    .where("id", "in", ids)
    .execute();

/** Whether there is anything in a library. */
export const hasItems = async (db: Db, kind: LibraryKind): Promise<boolean> =>
  (await db.selectFrom(LIBRARIES[kind]).select("id").limit(1).executeTakeFirst()) !== undefined;

/** Whether a person did this to an item of this kind at any time. */
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
