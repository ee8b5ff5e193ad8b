import type { App } from "#server/app.ts";
import { listPreviousVisits } from "#server/features/visits/visits.service.ts";
import { lastEventSeq } from "#server/kernel/ledger/ledger.service.ts";
import type { User } from "#shared/accounts/users.ts";
import { MAX_UNSEEN, type Unseen } from "#shared/kernel/activity.ts";
import { ITEM_KINDS, type ItemKind, mapKinds } from "#shared/kernel/item-address.ts";

import { type Arrival, listArrivals } from "./unseen.queries.ts";

/** Name of the cursor for each kind's section. */
export const CURSORS: Readonly<Record<ItemKind, string>> = {
  ...mapKinds(ITEM_KINDS, String),
  paper: "papers",
};

/** Maximum number of events scanned for new items. */
const MOST_EVENTS = 5000;

/**
 * Returns the number of new items of each kind, by others or jobs, since the user's last visit. Sections never visited
 * have 0.
 */
export async function unseenCounts(app: App, user: User): Promise<Unseen> {
  const looks = await listPreviousVisits(app, user);
  const newest = await lastEventSeq(app);
  const lookOf = (kind: ItemKind) => looks.get(CURSORS[kind]) ?? { seq: newest, at: "" };
  const first = Math.min(...ITEM_KINDS.map((kind) => lookOf(kind).seq));
  const counts: Unseen = mapKinds(ITEM_KINDS, () => 0);
  if (first >= newest) return counts;
  const arrivals = await listArrivals(app.db, { after: Math.max(first, newest - MOST_EVENTS), upTo: newest });
  const unseen = arrivals.filter(({ kind, seq, at }) => {
    const look = lookOf(kind);
    // A cursor older than the first event has only a time.
    return seq > look.seq && (look.seq > 0 || at > look.at);
  });
  for (const kind of itemsThere(unseen, user.id)) counts[kind] += 1;
  for (const { kind, verb, actorId, found } of unseen)
    if (verb === "fetched" && actorId !== user.id) counts[kind] += found;
  for (const kind of ITEM_KINDS) counts[kind] = Math.min(counts[kind], MAX_UNSEEN);
  return counts;
}

/** Returns the kind of each item added by others, without those deleted since. */
function itemsThere(arrivals: readonly Arrival[], personId: string): ItemKind[] {
  const there = new Map<string, ItemKind>();
  const deleted = new Set<string>();
  for (const { verb, kind, itemId, actorId } of arrivals) {
    const key = `${kind}:${itemId}`;
    if (verb === "added" && actorId !== personId) there.set(key, kind);
    if (verb === "deleted" && there.delete(key)) deleted.add(key);
    if (verb === "restored" && deleted.delete(key)) there.set(key, kind);
  }
  return [...there.values()];
}
