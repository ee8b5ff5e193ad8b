import type { App } from "#server/app.ts";
import { itemsConcerning } from "#server/features/inbox/inbox.service.ts";
import {
  hasVisited,
  listPreviousVisits,
  markSeen,
  noteVisit,
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

import { countFound, type DigestLine, type DigestReader, kindOfFind, titleOfFind } from "./activity-lines.ts";
import { type LedgerFilter, streamActivity } from "./activity.queries.ts";
import { listActivity } from "./activity.service.ts";
import { digest } from "./digest.ts";
import { findLastSeqBefore } from "./events.queries.ts";
import type { DigestEvent } from "./item-activity.ts";
import {
  type Arrival,
  hasDone,
  hasItems,
  listAddedBy,
  listArrivals,
  listNames,
  listNewestEvents,
  listOnceAddedBy,
} from "./since.queries.ts";

/** Maximum number of events read for a digest or the number of new items. Older ones are omitted. */
const MOST_EVENTS = 5000;

/** Name of the cursor for each kind's section. */
const CURSORS: Readonly<Record<ItemKind, string>> = {
  ...mapKinds(ITEM_KINDS, String),
  paper: "papers",
};

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

const HOME = "home";

/** Returns other people's activity since a time, or since the user's last visit to Home. Doesn't record a visit. */
export async function eventsSince(app: App, user: User, { since }: SinceRequest = {}): Promise<Since> {
  const last = since === undefined ? await previousVisit(app, user, HOME) : await momentAt(app, since);
  const upTo = await lastEventSeq(app);
  const nothing = { upTo, lines: [], more: 0, isComplete: true };
  if (last === null) {
    return { ...nothing, since: null, isNew: true, steps: await firstSteps(app, user) };
  }
  const range = { after: last.seq, upTo, limit: MOST_EVENTS };
  const events = await listNewestEvents(app.db, range);
  const { lines, more } = digest(events, await readerOf(app, user, events, range));
  const isComplete = events.length < MOST_EVENTS;
  const named = await nameActors(app, lines);
  return { since: last.at, upTo, lines: named, more, isComplete, isNew: false, steps: [] };
}

/** Days covered by `changesByOthers` for users who have never visited Home. */
const NEWCOMERS_DAYS = 7;
const DAY_MS = 86_400_000;

/**
 * Returns other people's activity since a time, an event, or the user's last visit to Home. Each event or import is
 * one line, so a longer period contains all lines of a shorter one.
 */
export async function changesByOthers(
  app: App,
  user: User,
  { since, after, ...page }: OthersChangesRequest,
): Promise<OthersChanges> {
  const last = since === undefined ? await previousVisit(app, user, HOME) : await momentAt(app, since);
  const weekAgo = new Date(app.now().getTime() - NEWCOMERS_DAYS * DAY_MS).toISOString();
  const start = last ?? (await momentAt(app, weekAgo));
  const filter = { after: after ?? start.seq, exceptBy: user.id };
  const { items, nextCursor } = await listActivity(app, { ...page, ...filter, isFetched: false });
  const found = page.cursor === undefined ? await foundBy(app, filter) : [];
  return { items, nextCursor, since: start.at, after: filter.after, found };
}

/** Returns the numbers of items found by jobs: "12 articles". */
async function foundBy({ db }: App, filter: LedgerFilter): Promise<string[]> {
  const counts = new Map<ItemKind, number>();
  for await (const event of streamActivity(db, { ...filter, isFetched: true })) {
    const kind = kindOfFind(event);
    counts.set(kind, (counts.get(kind) ?? 0) + countFound([event]));
  }
  return [...counts].map(([kind, count]) => titleOfFind(kind, count));
}

async function momentAt({ db }: App, time: string): Promise<{ seq: number; at: string }> {
  const at = new Date(time).toISOString();
  return { seq: await findLastSeqBefore(db, at), at };
}

/** Records a user's visit to a section. Later items count as new there. */
export const recordVisit = (app: App, user: User, { place, seq }: Visit): Promise<void> =>
  noteVisit(app, user, place === HOME ? HOME : CURSORS[place], seq);

/** Marks everything up to an event as seen by a user, so that it is no longer shown. */
export const markSeenUpTo = (app: App, user: User, { seq }: MarkSeen): Promise<void> =>
  markSeen(app, user, HOME, seq);

/** Returns the user's relation to the items in the events. */
async function readerOf(
  { db }: App,
  user: User,
  events: readonly DigestEvent[],
  range: { after: number; upTo: number },
): Promise<DigestReader> {
  const { id } = user;
  const touched = new Map<LibraryKind, Set<string>>();
  const deleted = new Map<LibraryKind, Set<string>>();
  const note = (byKind: Map<LibraryKind, Set<string>>, kind: LibraryKind, itemId: string) =>
    byKind.set(kind, (byKind.get(kind) ?? new Set()).add(itemId));
  for (const { kind, itemId, verb, actorId } of events) {
    if (actorId === id || verb === "added" || verb === "fetched") continue;
    if (isLibraryKind(kind)) note(verb === "deleted" ? deleted : touched, kind, itemId);
  }
  const added = new Set<string>();
  for (const [kind, ids] of touched)
    for (const one of await listAddedBy(db, id, kind, [...ids])) added.add(one);
  for (const [kind, ids] of deleted)
    for (const one of await listOnceAddedBy(db, id, kind, [...ids])) added.add(one);
  return { id, added, concerning: await itemsConcerning(db, user, range) };
}

async function nameActors({ db }: App, lines: readonly DigestLine[]): Promise<SinceLine[]> {
  const ids = new Set(lines.flatMap(({ actorIds }) => actorIds.filter((id) => id !== null)));
  const people = ids.size === 0 ? [] : await listNames(db, [...ids]);
  const names = new Map<string | null, string>(people.map((person) => [person.id, personName(person)]));
  return lines.map(({ actorIds, detail, seqs: _seqs, ...line }) => ({
    ...line,
    detail: { ...detail, fields: detail.fields && [...detail.fields] },
    actors: actorIds.slice(0, MAX_NAMED_ACTORS).map((id) => names.get(id) ?? personName(null)),
    otherActors: Math.max(0, actorIds.length - MAX_NAMED_ACTORS),
  }));
}

/** Returns suggested first steps for a new user, each with its completion. */
async function firstSteps(app: App, user: User): Promise<FirstStep[]> {
  const { db } = app;
  const did = (kind: LibraryKind, verb: string) => hasDone(db, user.id, kind, verb);
  const visited = (kind: keyof typeof CURSORS) => hasVisited(app, user, CURSORS[kind]);
  const [hasTools, hasReadings] = [await hasItems(db, "tool"), await hasItems(db, "reading")];
  const papers = await hasItems(db, "paper");
  return [
    {
      name: "tools",
      isEmpty: !hasTools,
      isDone: hasTools && ((await visited("tool")) || (await did("tool", "added"))),
    },
    { name: "papers", isEmpty: !papers, isDone: papers && (await visited("paper")) },
    {
      name: "discussion",
      isEmpty: !hasReadings,
      isDone: (await did("reading", "commented")) || (await did("reading", "added")),
    },
  ];
}
