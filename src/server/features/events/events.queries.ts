import type { Db } from "#db/database.ts";
import { splitUser, USER_NAMES } from "#db/rows.ts";
import { eventDetailSchema, eventVerbSchema, type LedgerEvent } from "#shared/kernel/ledger.ts";

const detailColumn = eventDetailSchema.catch({});

/** Returns the events after a sequence number, in the order of writing. */
export async function listEventsAfter(db: Db, seq: number, limit: number): Promise<LedgerEvent[]> {
  const rows = await eventsWithActors(db)
    .where("events.seq", ">", seq)
    .orderBy("events.seq")
    .limit(limit)
    .execute();
  return rows.flatMap(toEvent);
}

/** Returns the latest events, oldest first. */
export async function listLatestEvents(db: Db, limit: number): Promise<LedgerEvent[]> {
  const rows = await eventsWithActors(db).orderBy("events.seq", "desc").limit(limit).execute();
  return rows.toReversed().flatMap(toEvent);
}

export const findTimeOfEvent = (db: Db, seq: number) =>
  db.selectFrom("events").select("at").where("seq", "=", seq).executeTakeFirst();

/** Returns the first event since a time. */
export const findFirstEventSince = (db: Db, at: string) =>
  db
    .selectFrom("events")
    .select("seq")
    .where("at", ">=", at)
    .orderBy("at")
    .orderBy("seq")
    .limit(1)
    .executeTakeFirst();

/** Returns the last sequence number before a time, or 0. */
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

/** Selects events with their authors. */
export const eventsWithActors = (db: Db) =>
  db
    .selectFrom("events")
    .leftJoin("users", "users.id", "events.actorId")
    .select([
      "events.seq",
      "events.at",
      "events.verb",
      "events.kind",
      "events.itemId",
      "events.title",
      "events.detail",
      "users.id as actorId",
    ])
    .select(USER_NAMES);

type EventWithActor = Awaited<ReturnType<ReturnType<typeof eventsWithActors>["executeTakeFirstOrThrow"]>>;

/** Returns an empty list for an event type of a newer program version. */
export function toEvent({ actorId, verb, detail, ...row }: EventWithActor): LedgerEvent | [] {
  const parsedVerb = eventVerbSchema.safeParse(verb);
  if (!parsedVerb.success) return [];
  const { user, rest } = splitUser(actorId, row);
  return { ...rest, verb: parsedVerb.data, actor: user, detail: detailColumn.parse(JSON.parse(detail)) };
}
