import type { CursorRow } from "#db/schema.ts";
import type { App } from "#server/app.ts";
import { lastEventSeq } from "#server/kernel/ledger/ledger.service.ts";
import type { User } from "#shared/accounts/users.ts";

import { findCursor, listCursors, upsertCursor } from "./visits.queries.ts";

/** A return within this time belongs to the same visit, so that a reload doesn't clear the new items. */
const SAME_VISIT_MS = 30 * 60_000;

/** Point in time, with the newest event in the ledger at that time. */
export interface Moment {
  seq: number;
  at: string;
}

const isSameVisit = (app: App, { at }: CursorRow): boolean =>
  app.now().getTime() - Date.parse(at) < SAME_VISIT_MS;

/** Caps a sequence number beyond the end of the ledger. That happens after a restore from a backup. */
const capToLast = (lastSeq: number, seq: number): number => Math.min(seq, lastSeq);

/**
 * Records a user's visit. Items since their previous visit are new to them. `seq` is the newest event that was shown.
 * Defaults to the latest event.
 */
export async function saveVisit(app: App, user: User, name: string, seq?: number): Promise<void> {
  const last = await findCursor(app.db, user.id, name);
  const previous =
    last !== undefined && isSameVisit(app, last)
      ? { previousSeq: last.previousSeq, previousAt: last.previousAt }
      : { previousSeq: last?.seq ?? null, previousAt: last?.at ?? null };
  const lastSeq = await lastEventSeq(app);
  const seenSeq = Math.max(capToLast(lastSeq, seq ?? lastSeq), capToLast(lastSeq, last?.seq ?? 0));
  const at = app.now().toISOString();
  await upsertCursor(app.db, { userId: user.id, name, seq: seenSeq, at, ...previous });
}

/** Records that a user has seen all events up to `seq`. They are no longer new. */
export async function markSeen(app: App, user: User, name: string, seq: number): Promise<void> {
  const last = await findCursor(app.db, user.id, name);
  const lastSeq = await lastEventSeq(app);
  const seen = capToLast(lastSeq, Math.max(seq, previousMoment(app, last, lastSeq)?.seq ?? 0));
  const at = app.now().toISOString();
  await upsertCursor(app.db, {
    userId: user.id,
    name,
    seq: Math.max(seen, capToLast(lastSeq, last?.seq ?? 0)),
    at,
    previousSeq: seen,
    previousAt: at,
  });
}

/** Returns when a user last visited before the current visit, or null if this is the first visit. */
export async function previousVisit(app: App, user: User, name: string): Promise<Moment | null> {
  const lastSeq = await lastEventSeq(app);
  return previousMoment(app, await findCursor(app.db, user.id, name), lastSeq);
}

function previousMoment(app: App, cursor: CursorRow | undefined, lastSeq: number): Moment | null {
  if (!cursor) return null;
  if (!isSameVisit(app, cursor)) return { seq: capToLast(lastSeq, cursor.seq), at: cursor.at };
  const { previousSeq, previousAt } = cursor;
  return previousSeq === null || previousAt === null
    ? null
    : { seq: capToLast(lastSeq, previousSeq), at: previousAt };
}

/**
 * Returns the time since which items in a section are new to a user. Returns null at the first visit, when nothing is
 * new.
 */
export async function newSince(app: App, user: User, name: string): Promise<string | null> {
  const cursor = await findCursor(app.db, user.id, name);
  return cursor?.previousAt ?? null;
}

/** Returns a user's last visit of each section, which may be the current one, by section name. */
export async function listPreviousVisits({ db }: App, user: User): Promise<ReadonlyMap<string, Moment>> {
  const cursors = await listCursors(db, user.id);
  return new Map(cursors.map(({ name, seq, at }) => [name, { seq, at }]));
}

/** True if a user has ever visited this section. */
export const hasVisited = async (app: App, user: User, name: string): Promise<boolean> =>
  (await findCursor(app.db, user.id, name)) !== undefined;
