import { setImmediate } from "node:timers/promises";

import { sql } from "kysely";

import type { Db } from "#db/database.ts";
import { sourceOf } from "#server/kernel/texts/text-source.ts";
import { type ActivityFilter, STACKLOOP } from "#shared/kernel/activity.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";
import type { LedgerEvent } from "#shared/kernel/ledger.ts";

import { eventOfRow, eventsWithActors, findFirstEventSince, findLastSeqBefore } from "./events.queries.ts";

/** Maximum number of events scanned by one statement, regardless of matches: a few milliseconds. */
const PLACES_PER_STATEMENT = 10_000;
const EVENTS_PER_STATEMENT = 250;

/** Filter of events: the user's filters, and those of other features. */
export interface LedgerFilter extends ActivityFilter {
  /** Only events after this sequence number. */
  after?: number;
  /** Only events by others than this user. */
  exceptBy?: string;
  /** True for only items found by jobs, false for all others. */
  isFetched?: boolean;
}

/** Streams matching events before a sequence number, latest first. Yields to other work between its statements. */
export async function* streamActivity(
  db: Db,
  filter: LedgerFilter,
  before = Number.POSITIVE_INFINITY,
): AsyncGenerator<LedgerEvent> {
  const first = Math.max((filter.after ?? 0) + 1, await findFirstSince(db, filter.from));
  let last = Math.min(before - 1, await findLastBefore(db, filter.to));
  while (last >= first) {
    const lowest = Math.max(first, last - PLACES_PER_STATEMENT + 1);
    const rows = await listActivityRows(db, filter, { lowest, last });
    yield* rows.flatMap(eventOfRow);
    last = (rows.length < EVENTS_PER_STATEMENT ? lowest : (rows.at(-1)?.seq ?? lowest)) - 1;
    await setImmediate();
  }
}

/** Returns the first sequence number at or after a time; without a time, the first of all. */
async function findFirstSince(db: Db, from: string | undefined): Promise<number> {
  const first = await (from === undefined
    ? db
        .selectFrom("events")
        .select(({ fn }) => fn.min("seq").as("seq"))
        .executeTakeFirst()
    : findFirstEventSince(db, from));
  return first?.seq ?? Number.POSITIVE_INFINITY;
}

/** Returns the last sequence number before a time; without a time, the last of all. */
async function findLastBefore(db: Db, to: string | undefined): Promise<number> {
  if (to !== undefined) return findLastSeqBefore(db, to);
  const last = await db
    .selectFrom("events")
    .select(({ fn }) => fn.max("seq").as("seq"))
    .executeTakeFirst();
  return last?.seq ?? 0;
}

const listActivityRows = (
  db: Db,
  { person, kind, exceptBy, isFetched }: LedgerFilter,
  { lowest, last }: { lowest: number; last: number },
) =>
  eventsWithActors(db)
    .where("events.seq", ">=", lowest)
    .where("events.seq", "<=", last)
    .$if(person === STACKLOOP, (query) => query.where("events.actorId", "is", null))
    .$if(person !== undefined && person !== STACKLOOP, (query) =>
      query.where("events.actorId", "=", person ?? ""),
    )
    .$if(exceptBy !== undefined, (query) =>
      query.where(({ eb, or }) =>
        or([eb("events.actorId", "is", null), eb("events.actorId", "<>", exceptBy ?? "")]),
      ),
    )
    .$if(isFetched !== undefined, (query) =>
      query.where("events.verb", isFetched === true ? "=" : "<>", "fetched"),
    )
    .$if(kind === "comment", (query) => query.where("events.verb", "=", "commented"))
    .$if(kind !== undefined && kind !== "comment", (query) =>
      // The empty suffix prevents use of the index on the kind. That would sort all its rows instead of scanning these
      // events.
      query.where(sql`events.kind || ''`, "=", kind),
    )
    .orderBy("events.seq", "desc")
    .limit(EVENTS_PER_STATEMENT)
    .execute();

/** Returns the ids of existing items. */
export async function listThere(db: Db, kind: ItemKind, ids: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom(sourceOf(kind).table).select("id").where("id", "in", ids).execute();
  return rows.map(({ id }) => id);
}
