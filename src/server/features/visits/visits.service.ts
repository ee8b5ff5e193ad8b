import type { CursorRow } from "#db/schema.ts";
import type { App } from "#server/app.ts";
import { lastEventSeq } from "#server/kernel/ledger/ledger.service.ts";
import type { User } from "#shared/accounts/users.ts";

import { findCursor, listCursors, upsertCursor } from "./visits.queries.ts";

/** Coming back within this time is still the same visit: a reload must not make everything old. */
const SAME_VISIT_MS = 30 * 60_000;

/** A moment: the place of the newest event of then in the ledger, and the time. */
export interface Moment {
  seq: number;
  at: string;
}

const isSameVisit = (app: App, { at }: CursorRow): boolean =>
  app.now().getTime() - Date.parse(at) < SAME_VISIT_MS;

/** Of a place that is not there: the database was put back to before it. */
const within = (lastSeq: number, seq: number): number => Math.min(seq, lastSeq);

/**
 * Notes that a person looks at something; what came since the visit before this one is new to them. `seq` is the newest
 * event that they were shown, where they were not shown what there is at this moment.
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

/** Notes that a person has seen everything up to an event: nothing of it is new to them any more. */
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

/** When a person last looked before the visit that goes on or begins now; null on their first. */
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

/** Since when things in a section are new to a person; null on their first visit, when nothing is. */
export async function newSince(app: App, user: User, name: string): Promise<string | null> {
  const cursor = await findCursor(app.db, user.id, name);
  return cursor?.previousAt ?? null;
}

/** When a person last looked at each place, this visit included, by its name. */
export async function listPreviousVisits({ db }: App, user: User): Promise<ReadonlyMap<string, Moment>> {
  const cursors = await listCursors(db, user.id);
  return new Map(cursors.map(({ name, seq, at }) => [name, { seq, at }]));
}

/** Whether a person has ever looked at it. */
export const hasVisited = async (app: App, user: User, name: string): Promise<boolean> =>
  (await findCursor(app.db, user.id, name)) !== undefined;
