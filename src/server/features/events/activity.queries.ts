import { setImmediate } from "node:timers/promises";

import { sql } from "kysely";

import type { Db } from "#db/database.ts";
import { sourceOf } from "#server/kernel/texts/text-source.ts";
import { type ActivityFilter, STACKLOOP } from "#shared/kernel/activity.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";
import type { LedgerEvent } from "#shared/kernel/ledger.ts";

import { toEvent, eventsWithActors, findFirstEventSince, findLastSeqBefore } from "./events.queries.ts";

/** Limits the events scanned by one statement, whether they match or not, to a few milliseconds of work. */
const SEQS_PER_STATEMENT = 10_000;
const EVENTS_PER_STATEMENT = 250;

/** Filter of the activity: the user's choices, and conditions that other features set. */
export interface LedgerFilter extends ActivityFilter {
  /** Only events after this sequence number. */
  after?: number;
  /** Only events by other users than this one, or by StackLoop. */
  exceptUserId?: string;
  /** True for fetched items only, false for everything else. */
  isFetched?: boolean;
}

/** Streams matching events before a sequence number, latest first. Yields to other work between statements. */
export async function* streamActivity(
  db: Db,
  filter: LedgerFilter,
  before = Number.POSITIVE_INFINITY,
): AsyncGenerator<LedgerEvent> {
  const first = Math.max((filter.after ?? 0) + 1, await findFirstSince(db, filter.from));
  let last = Math.min(before - 1, await findLastBefore(db, filter.to));
  while (last >= first) {
    const lowest = Math.max(first, last - SEQS_PER_STATEMENT + 1);
    const rows = await listActivityRows(db, filter, { lowest, last });
    yield* rows.flatMap(toEvent);
    last = (rows.length < EVENTS_PER_STATEMENT ? lowest : (rows.at(-1)?.seq ?? lowest)) - 1;
    await setImmediate();
  }
}

/** Returns the first sequence number at or after a time. Without a time, returns the first of all. */
async function findFirstSince(db: Db, from: string | undefined): Promise<number> {
  const first = await (from === undefined
    ? db
        .selectFrom("events")
        .select(({ fn }) => fn.min("seq").as("seq"))
        .executeTakeFirst()
    : findFirstEventSince(db, from));
  return first?.seq ?? Number.POSITIVE_INFINITY;
}

/** Returns the last sequence number before a time. Without a time, returns the last of all. */
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
  { person, kind, exceptUserId, isFetched }: LedgerFilter,
  { lowest, last }: { lowest: number; last: number },
) =>
  eventsWithActors(db)
    .where("events.seq", ">=", lowest)
    .where("events.seq", "<=", last)
    .$if(person === STACKLOOP, (query) => query.where("events.actorId", "is", null))
    .$if(person !== undefined && person !== STACKLOOP, (query) =>
      query.where("events.actorId", "=", person ?? ""),
    )
    .$if(exceptUserId !== undefined, (query) =>
      query.where(({ eb, or }) =>
        or([eb("events.actorId", "is", null), eb("events.actorId", "<>", exceptUserId ?? "")]),
      ),
    )
    .$if(isFetched !== undefined, (query) =>
      query.where("events.verb", isFetched === true ? "=" : "<>", "fetched"),
    )
    .$if(kind === "comment", (query) => query.where("events.verb", "=", "commented"))
    .$if(kind !== undefined && kind !== "comment", (query) =>
      // The empty suffix prevents use of the index on the kind, which would sort all events of the kind.
      query.where(sql`events.kind || ''`, "=", kind),
    )
    .orderBy("events.seq", "desc")
    .limit(EVENTS_PER_STATEMENT)
    .execute();

/** Returns which of these ids belong to existing items. */
export async function listExistingIds(db: Db, kind: ItemKind, ids: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom(sourceOf(kind).table).select("id").where("id", "in", ids).execute();
  return rows.map(({ id }) => id);
}
