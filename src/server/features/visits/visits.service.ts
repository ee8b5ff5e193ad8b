import type { CursorRow } from "#db/schema.ts";
import type { App } from "#server/app.ts";
import { lastEventSeq } from "#server/kernel/ledger/ledger.service.ts";
import type { User } from "#shared/accounts/users.ts";

import { findCursor, listCursors, upsertCursor } from "./visits.queries.ts";

/** A return within this time counts as the same visit, so that a reload doesn't clear the new items. */
const SAME_VISIT_MS = 30 * 60_000;

/** Point in time: the newest event in the activity log at that time, and the time. */
export interface Moment {
  seq: number;
  at: string;
}

const isSameVisit = (app: App, { at }: CursorRow): boolean =>
  app.now().getTime() - Date.parse(at) < SAME_VISIT_MS;

/** Caps a position beyond the end, which occurs after an older database was restored. */
const within = (lastSeq: number, seq: number): number => Math.min(seq, lastSeq);

/**
 * Records a user's visit. Items since their previous visit are new to them. `seq` is the newest event shown, if that
 * isn't the latest.
 */
export async function noteVisit(app: App, user: User, name: string, seq?: number): Promise<void> {
  const last = await findCursor(app.db, user.id, name);
  const before =
    last !== undefined && isSameVisit(app, last)
      ? { previousSeq: last.previousSeq, previousAt: last.previousAt }
      : { previousSeq: last?.seq ?? null, previousAt: last?.at ?? null };
  const lastSeq = await lastEventSeq(app);
  const shown = Math.max(within(lastSeq, seq ?? lastSeq), within(lastSeq, last?.seq ?? 0));
  const at = app.now().toISOString();
  await upsertCursor(app.db, { userId: user.id, name, seq: shown, at, ...before });
}

/** Records that a user has seen all events up to `seq`, so none of them is new. */
export async function markSeen(app: App, user: User, name: string, seq: number): Promise<void> {
  const last = await findCursor(app.db, user.id, name);
  const lastSeq = await lastEventSeq(app);
  const seen = within(lastSeq, Math.max(seq, momentBefore(app, last, lastSeq)?.seq ?? 0));
  const at = app.now().toISOString();
  await upsertCursor(app.db, {
    userId: user.id,
    name,
    seq: Math.max(seen, within(lastSeq, last?.seq ?? 0)),
    at,
    previousSeq: seen,
    previousAt: at,
  });
}

/** Returns when a user last visited before the current visit. Returns null on their first. */
export async function previousVisit(app: App, user: User, name: string): Promise<Moment | null> {
  const lastSeq = await lastEventSeq(app);
  return momentBefore(app, await findCursor(app.db, user.id, name), lastSeq);
}

function momentBefore(app: App, cursor: CursorRow | undefined, lastSeq: number): Moment | null {
  if (!cursor) return null;
  if (!isSameVisit(app, cursor)) return { seq: within(lastSeq, cursor.seq), at: cursor.at };
  const { previousSeq, previousAt } = cursor;
  return previousSeq === null || previousAt === null
    ? null
    : { seq: within(lastSeq, previousSeq), at: previousAt };
}

/** Returns since when items in a section are new to a user. Returns null on their first visit, when nothing is new. */
export async function newSince(app: App, user: User, name: string): Promise<string | null> {
  const cursor = await findCursor(app.db, user.id, name);
  return cursor?.previousAt ?? null;
}

/** Returns a user's last visit of each section, including the current one, by section name. */
export async function listPreviousVisits({ db }: App, user: User): Promise<ReadonlyMap<string, Moment>> {
  const cursors = await listCursors(db, user.id);
  return new Map(cursors.map(({ name, seq, at }) => [name, { seq, at }]));
}

/** True if a user has ever visited it. */
export const hasVisited = async (app: App, user: User, name: string): Promise<boolean> =>
  (await findCursor(app.db, user.id, name)) !== undefined;
