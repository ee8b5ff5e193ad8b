import type { App } from "#server/app.ts";
import { lastEventSeq } from "#server/ledger/ledger.service.ts";
import type { User } from "#shared/users.ts";

import { findCursor, upsertCursor } from "./visits.queries.ts";

/** Coming back within this time is still the same visit: a reload must not make everything old. */
const SAME_VISIT_MS = 30 * 60_000;

/** Notes that a person looks at something; what came since the visit before this one is new to them. */
export async function noteVisit(app: App, user: User, name: string): Promise<void> {
  const now = app.now();
  const last = await findCursor(app.db, user.id, name);
  const isSameVisit = last !== undefined && now.getTime() - Date.parse(last.at) < SAME_VISIT_MS;
  const before = isSameVisit
    ? { previousSeq: last.previousSeq, previousAt: last.previousAt }
    : { previousSeq: last?.seq ?? null, previousAt: last?.at ?? null };
  const seq = await lastEventSeq(app);
  await upsertCursor(app.db, { userId: user.id, name, seq, at: now.toISOString(), ...before });
}

/** Since when things in a section are new to a person; null on their first visit, when nothing is. */
export async function newSince(app: App, user: User, name: string): Promise<string | null> {
  const cursor = await findCursor(app.db, user.id, name);
  return cursor?.previousAt ?? null;
}
