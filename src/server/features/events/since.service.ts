import type { App } from "#server/app.ts";
import { listItemsInInbox } from "#server/features/inbox/inbox.service.ts";
import {
  hasVisited,
  listPreviousVisits,
  markSeen,
  saveVisit,
  previousVisit,
} from "#server/features/visits/visits.service.ts";
import { lastEventSeq } from "#server/kernel/ledger/ledger.service.ts";
import { personName } from "#shared/accounts/user-rules.ts";
import type { User } from "#shared/accounts/users.ts";
import {
  type FirstStep,
  type MarkSeen,
  MAX_NAMED_ACTORS,
  MAX_UNSEEN,
  type OthersChanges,
  type OthersChangesRequest,
  type Since,
  type SinceLine,
  type SinceRequest,
  type Unseen,
  type Visit,
} from "#shared/kernel/activity.ts";
import {
  isLibraryKind,
  ITEM_KINDS,
  type ItemKind,
  type LibraryKind,
  mapKinds,
} from "#shared/kernel/item-address.ts";

import {
  countFetched,
  type DigestLine,
  type DigestReader,
  kindOfFetched,
  titleOfFetched,
} from "./activity-lines.ts";
import { type LedgerFilter, streamActivity } from "./activity.queries.ts";
import { listActivity } from "./activity.service.ts";
import { digest } from "./digest.ts";
import { findLastSeqBefore } from "./events.queries.ts";
import type { DigestEvent } from "./item-activity.ts";
import {
  type Arrival,
  hasDone,
  hasItems,
  listIdsAddedBy,
  listArrivals,
  listUserNames,
  listNewestEvents,
  listIdsEverAddedBy,
} from "./since.queries.ts";

/** Maximum number of events read for a digest or for the number of new items. Older events are omitted. */
const MAX_EVENTS = 5000;

/** Name of the cursor for each kind's section. */
const CURSOR_NAMES: Readonly<Record<ItemKind, string>> = {
  ...mapKinds(ITEM_KINDS, String),
  paper: "papers",
};

/**
 * Returns the number of new items of each kind since the user's last visit, added by others or jobs. Returns 0 for
 * sections that the user has never visited.
 */
export async function unseenCounts(app: App, user: User): Promise<Unseen> {
  const cursors = await listPreviousVisits(app, user);
  const newest = await lastEventSeq(app);
  const cursorOf = (kind: ItemKind) => cursors.get(CURSOR_NAMES[kind]) ?? { seq: newest, at: "" };
  const first = Math.min(...ITEM_KINDS.map((kind) => cursorOf(kind).seq));
  const counts: Unseen = mapKinds(ITEM_KINDS, () => 0);
  if (first >= newest) return counts;
  const arrivals = await listArrivals(app.db, { after: Math.max(first, newest - MAX_EVENTS), upTo: newest });
  const unseen = arrivals.filter(({ kind, seq, at }) => {
    const cursor = cursorOf(kind);
    // A cursor from before the first event has a time, but no sequence number.
    return seq > cursor.seq && (cursor.seq > 0 || at > cursor.at);
  });
  for (const kind of kindsOfNewItems(unseen, user.id)) counts[kind] += 1;
  for (const { kind, verb, actorId, fetchedCount } of unseen)
    if (verb === "fetched" && actorId !== user.id) counts[kind] += fetchedCount;
  for (const kind of ITEM_KINDS) counts[kind] = Math.min(counts[kind], MAX_UNSEEN);
  return counts;
}

/** Returns the kind of each item added by other people. Omits items deleted since. */
function kindsOfNewItems(arrivals: readonly Arrival[], personId: string): ItemKind[] {
  const newItems = new Map<string, ItemKind>();
  const deleted = new Set<string>();
  for (const { verb, kind, itemId, actorId } of arrivals) {
    const key = `${kind}:${itemId}`;
    if (verb === "added" && actorId !== personId) newItems.set(key, kind);
    if (verb === "deleted" && newItems.delete(key)) deleted.add(key);
    if (verb === "restored" && deleted.delete(key)) newItems.set(key, kind);
  }
  return [...newItems.values()];
}

const HOME = "home";

/**
 * Returns a digest of other people's activity since a time or the user's last visit to Home. Doesn't record a visit.
 */
export async function digestSince(app: App, user: User, { since }: SinceRequest = {}): Promise<Since> {
  const last = since === undefined ? await previousVisit(app, user, HOME) : await momentAt(app, since);
  const upTo = await lastEventSeq(app);
  const nothing = { upTo, lines: [], more: 0, isComplete: true };
  if (last === null) {
    return { ...nothing, since: null, isNew: true, steps: await firstSteps(app, user) };
  }
  const range = { after: last.seq, upTo, limit: MAX_EVENTS };
  const events = await listNewestEvents(app.db, range);
  const { lines, more } = digest(events, await createReader(app, user, events, range));
  const isComplete = events.length < MAX_EVENTS;
  const namedLines = await withActorNames(app, lines);
  return { since: last.at, upTo, lines: namedLines, more, isComplete, isNew: false, steps: [] };
}

/** Number of days that `changesByOthers` covers for users who have never visited Home. */
const NEW_USER_DAYS = 7;
const DAY_MS = 86_400_000;

/**
 * Lists other people's activity since a time, an event, or the user's last visit to Home. Each event or import is one
 * line, so the list for a longer period contains all lines of a shorter one.
 */
export async function changesByOthers(
  app: App,
  user: User,
  { since, after, ...page }: OthersChangesRequest,
): Promise<OthersChanges> {
  const last = since === undefined ? await previousVisit(app, user, HOME) : await momentAt(app, since);
  const weekAgo = new Date(app.now().getTime() - NEW_USER_DAYS * DAY_MS).toISOString();
  const start = last ?? (await momentAt(app, weekAgo));
  const filter = { after: after ?? start.seq, exceptUserId: user.id };
  const { items, nextCursor } = await listActivity(app, { ...page, ...filter, isFetched: false });
  const found = page.cursor === undefined ? await describeFetched(app, filter) : [];
  return { items, nextCursor, since: start.at, after: filter.after, found };
}

/** Returns texts with the numbers of items fetched by others or jobs, such as "12 articles". */
async function describeFetched({ db }: App, filter: LedgerFilter): Promise<string[]> {
  const counts = new Map<ItemKind, number>();
  for await (const event of streamActivity(db, { ...filter, isFetched: true })) {
    const kind = kindOfFetched(event);
    counts.set(kind, (counts.get(kind) ?? 0) + countFetched([event]));
  }
  return [...counts].map(([kind, count]) => titleOfFetched(kind, count));
}

async function momentAt({ db }: App, time: string): Promise<{ seq: number; at: string }> {
  const at = new Date(time).toISOString();
  return { seq: await findLastSeqBefore(db, at), at };
}

/** Records a user's visit to a section. Later items count as new there. */
export const recordVisit = (app: App, user: User, { place, seq }: Visit): Promise<void> =>
  saveVisit(app, user, place === HOME ? HOME : CURSOR_NAMES[place], seq);

/** Marks everything up to an event as seen by a user. It is no longer shown to them. */
export const markSeenUpTo = (app: App, user: User, { seq }: MarkSeen): Promise<void> =>
  markSeen(app, user, HOME, seq);

/** Returns the user with the items that they added and the items in their inbox, as far as events are about these. */
async function createReader(
  { db }: App,
  user: User,
  events: readonly DigestEvent[],
  range: { after: number; upTo: number },
): Promise<DigestReader> {
  const { id } = user;
  const changedIds = new Map<LibraryKind, Set<string>>();
  const deletedIds = new Map<LibraryKind, Set<string>>();
  const addId = (byKind: Map<LibraryKind, Set<string>>, kind: LibraryKind, itemId: string) =>
    byKind.set(kind, (byKind.get(kind) ?? new Set()).add(itemId));
  for (const { kind, itemId, verb, actorId } of events) {
    if (actorId === id || verb === "added" || verb === "fetched") continue;
    if (isLibraryKind(kind)) addId(verb === "deleted" ? deletedIds : changedIds, kind, itemId);
  }
  const added = new Set<string>();
  for (const [kind, ids] of changedIds)
    for (const one of await listIdsAddedBy(db, id, kind, [...ids])) added.add(one);
  for (const [kind, ids] of deletedIds)
    for (const one of await listIdsEverAddedBy(db, id, kind, [...ids])) added.add(one);
  return { id, addedIds: added, inboxItemIds: await listItemsInInbox(db, user, range) };
}

async function withActorNames({ db }: App, lines: readonly DigestLine[]): Promise<SinceLine[]> {
  const ids = new Set(lines.flatMap(({ actorIds }) => actorIds.filter((id) => id !== null)));
  const people = ids.size === 0 ? [] : await listUserNames(db, [...ids]);
  const names = new Map<string | null, string>(people.map((person) => [person.id, personName(person)]));
  return lines.map(({ actorIds, detail, seqs: _seqs, ...line }) => ({
    ...line,
    detail: { ...detail, fields: detail.fields && [...detail.fields] },
    actors: actorIds.slice(0, MAX_NAMED_ACTORS).map((id) => names.get(id) ?? personName(null)),
    otherActors: Math.max(0, actorIds.length - MAX_NAMED_ACTORS),
  }));
}

/** Returns suggested first steps for a new user, each with whether it is done. */
async function firstSteps(app: App, user: User): Promise<FirstStep[]> {
  const { db } = app;
  const did = (kind: LibraryKind, verb: string) => hasDone(db, user.id, kind, verb);
  const visited = (kind: keyof typeof CURSOR_NAMES) => hasVisited(app, user, CURSOR_NAMES[kind]);
  const [hasTools, hasReadings] = [await hasItems(db, "tool"), await hasItems(db, "reading")];
  const hasPapers = await hasItems(db, "paper");
  return [
    {
      name: "tools",
      isEmpty: !hasTools,
      isDone: hasTools && ((await visited("tool")) || (await did("tool", "added"))),
    },
    { name: "papers", isEmpty: !hasPapers, isDone: hasPapers && (await visited("paper")) },
    {
      name: "discussion",
      isEmpty: !hasReadings,
      isDone: (await did("reading", "commented")) || (await did("reading", "added")),
    },
  ];
}
