import type { App } from "#server/app.ts";
import type { User } from "#shared/users.ts";

import { findVisit, upsertVisit } from "./visits.queries.ts";

/** Coming back within this time is still the same visit: a reload must not make everything old. */
const SAME_VISIT_MS = 30 * 60_000;

/** Notes that a person looks at a section; what came since the visit before this one is new to them. */
export async function noteVisit(app: App, user: User, section: string): Promise<void> {
  const now = app.now();
  const last = await findVisit(app.db, user.id, section);
  const isSameVisit = last !== undefined && now.getTime() - Date.parse(last.visitedAt) < SAME_VISIT_MS;
  await upsertVisit(app.db, {
    userId: user.id,
    section,
    visitedAt: now.toISOString(),
    previousVisitAt: isSameVisit ? last.previousVisitAt : (last?.visitedAt ?? null),
  });
}

/** Since when things in a section are new to a person; null on their first visit, when nothing is. */
export async function newSince(app: App, user: User, section: string): Promise<string | null> {
  const visit = await findVisit(app.db, user.id, section);
  return visit?.previousVisitAt ?? null;
}
