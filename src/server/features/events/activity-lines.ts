import { countItems } from "#shared/kernel/event-words.ts";
import type { EventVerb } from "#shared/kernel/events.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";
import type { EventDetail } from "#shared/kernel/ledger.ts";

import type { DigestEvent, ActivityByItem, ItemActivity } from "./item-activity.ts";

/** User who reads the digest. */
export interface DigestReader {
  id: string;
  /** Ids of the items in the events that were added by this user. */
  addedIds: ReadonlySet<string>;
  /** Ids of the items with events in this user's inbox. */
  inboxItemIds: ReadonlySet<string>;
}

/** Line of a digest, which combines events. */
export interface DigestLine {
  verb: EventVerb;
  kind: ItemKind;
  itemId: string | null;
  title: string;
  detail: EventDetail;
  count: number;
  actorIds: readonly (string | null)[];
  isYours: boolean;
  at: string;
  /** Sequence numbers of its events, the newest last. */
  seqs: readonly number[];
}

/**
 * Returns the lines of a digest: one or more for each item, one for each import, and one for each kind of fetched
 * items.
 */
export function toDigestLines({ items, fetched }: ActivityByItem, reader: DigestReader): DigestLine[] {
  const imported: ImportedItem[] = [];
  const lines = items.flatMap((activity) => {
    // Reports nothing but the deletion of a deleted item.
    const itemLines = activity.isPresent
      ? [
          ...lifecycleAndEditLines(activity),
          decisionLine(activity),
          voteLine(activity),
          ratingLine(activity),
          linkLine(activity),
          commentLine(activity),
        ]
      : [deletionLine(activity)];
    return itemLines.flatMap((line) => {
      if (line === null) return [];
      if (line.detail.import !== undefined) imported.push({ ...line, importId: line.detail.import });
      return line.detail.import === undefined
        ? { ...line, isYours: reader.addedIds.has(line.itemId ?? "") }
        : [];
    });
  });
  return [...lines, ...importLines(imported), ...fetchedLines(fetched)];
}

type ImportedItem = DigestLine & { importId: string };

/** Combines one or more events in a line. */
function createLine(
  { kind, itemId, title }: Pick<ItemActivity, "kind" | "itemId" | "title">,
  events: readonly DigestEvent[],
  line: { verb: EventVerb; detail: EventDetail; count?: number; by?: readonly DigestEvent[] },
): DigestLine {
  const { verb, detail, count = 1, by = events } = line;
  const ordered = events.toSorted((one, other) => one.seq - other.seq);
  return {
    verb,
    kind,
    itemId,
    title,
    detail,
    count,
    actorIds: [...new Set(by.map(({ actorId }) => actorId))],
    isYours: false,
    at: ordered.at(-1)?.at ?? "",
    seqs: ordered.map(({ seq }) => seq),
  };
}

/** Returns lines for an addition or restoration and for edits. Omits early edits by the user who added the item. */
function lifecycleAndEditLines(activity: ItemActivity): (DigestLine | null)[] {
  const { stateBefore, lifecycle, edits } = activity;
  const added = stateBefore === "new" ? lifecycle.find(({ verb }) => verb === "added") : undefined;
  if (added) {
    const isByAdder = ({ actorId }: DigestEvent) => actorId === added.actorId;
    const adderEdits = edits.filter((edit) => isByAdder(edit));
    const detail = { import: added.detail.import };
    return [
      createLine(activity, [...lifecycle, ...adderEdits], { verb: "added", detail, by: [added] }),
      ...editLines(
        activity,
        edits.filter((edit) => !isByAdder(edit)),
      ),
    ];
  }
  const last = lifecycle.at(-1);
  const restored =
    stateBefore === "deleted" && last
      ? createLine(activity, lifecycle, { verb: "restored", detail: {}, by: [last] })
      : null;
  return [restored, ...editLines(activity, edits)];
}

/** Returns a line for a deletion, if the reader knew the item. */
function deletionLine(activity: ItemActivity): DigestLine | null {
  const last = activity.lifecycle.at(-1);
  if (activity.stateBefore !== "present" || !last) return null;
  const { comments, articles } = last.detail;
  const { lifecycle, edits, decisions, votes, ratings, links, comments: discussed } = activity;
  const allEvents = [
    ...lifecycle,
    ...edits,
    ...decisions,
    ...votes,
    ...ratings,
    ...links,
    ...[...discussed.values()].flat(),
  ];
  return createLine(activity, allEvents, { verb: "deleted", detail: { comments, articles }, by: [last] });
}

/** Returns one line for each import that changed the item, and one for manual edits. */
function editLines(activity: ItemActivity, edits: readonly DigestEvent[]): DigestLine[] {
  const byImport = Map.groupBy(edits, ({ actorId, detail }) =>
    detail.import === undefined ? null : JSON.stringify([actorId, detail.import]),
  );
  return [...byImport].flatMap(([importKey, events]) => {
    const last = events.at(-1);
    const isRestored = events.every(({ detail }) => detail.from !== undefined);
    // Omits changes that were reverted by undoing the import.
    if (importKey !== null && !isRestored && last?.detail.from !== undefined) return [];
    if (isRestored)
      return createLine(activity, events, { verb: "restored", detail: { from: last?.detail.from } });
    const fields = [...new Set(events.flatMap(({ detail }) => detail.fields ?? []))];
    const { isSkill, setting } = last?.detail ?? {};
    if (setting !== undefined)
      return { ...createLine(activity, events, { verb: "edited", detail: { setting } }), itemId: null };
    // Names of changed fields are more informative.
    const skillChange = fields.length === 0 ? { isSkill } : {};
    return createLine(activity, events, {
      verb: "edited",
      detail: { fields, import: last?.detail.import, ...skillChange },
    });
  });
}

/** Returns a line with a tool's current verdict, and the one before these decisions. */
function decisionLine(activity: ItemActivity): DigestLine | null {
  const [first] = activity.decisions;
  const last = activity.decisions.at(-1);
  if (!first || !last) return null;
  const detail = { ringFrom: first.detail.ringFrom, ringTo: last.detail.ringTo };
  return createLine(activity, activity.decisions, { verb: "decided", detail, by: [last] });
}

/** Returns a line with the voters. For one voter, adds the ring. Omits removed votes. */
function voteLine(activity: ItemActivity): DigestLine | null {
  const latest = new Map(activity.votes.map((vote) => [vote.actorId, vote]));
  const by = [...latest.values()].filter(({ detail }) => detail.ringTo !== null);
  const [only, ...others] = by;
  if (!only) return null;
  const detail = others.length === 0 ? { ringFrom: only.detail.ringFrom, ringTo: only.detail.ringTo } : {};
  return createLine(activity, activity.votes, { verb: "voted", detail, by });
}

/** Returns a line with the people who rated a prompt. For one rating, adds its stars. Omits removed ratings. */
function ratingLine(activity: ItemActivity): DigestLine | null {
  const latest = new Map(
    activity.ratings.map((rating) => [`${rating.actorId} ${rating.detail.other?.id}`, rating]),
  );
  const by = [...latest.values()].filter(({ detail }) => detail.stars !== null);
  const [only, ...others] = by;
  if (!only) return null;
  const { other, stars, tool } = only.detail;
  const detail = others.length === 0 ? { other, stars, tool } : {};
  return createLine(activity, activity.ratings, { verb: "rated", detail, by });
}

/** Returns a line with the authors of links. For one link, adds the other item. Omits removed links. */
function linkLine(activity: ItemActivity): DigestLine | null {
  const latest = new Map(activity.links.map((link) => [link.detail.other?.id, link]));
  const by = [...latest.values()].filter(({ detail }) => detail.change === "added");
  const [only, ...others] = by;
  if (!only) return null;
  const detail = others.length === 0 ? { other: only.detail.other, change: only.detail.change } : {};
  return createLine(activity, activity.links, { verb: "linked", detail, by });
}

/**
 * Returns a line with the number of new comments and the first of them. If there are none, the line has the first
 * changed or restored comment.
 */
function commentLine(activity: ItemActivity): DigestLine | null {
  const comments = [...activity.comments.values()];
  const events = comments.flat();
  const added = comments.flatMap(([first]) => (first && first.detail.change === "added" ? first : []));
  const [first = events[0]] = added;
  if (!first) return null;
  const { comment, change, parentId } = first.detail;
  const by = added.length > 0 ? added : events;
  const detail = { comment, change, parentId };
  return createLine(activity, events, { verb: "commented", detail, count: Math.max(1, added.length), by });
}

/** Returns lines for items of one kind that were imported together. */
function importLines(imported: readonly ImportedItem[]): DigestLine[] {
  const imports = Map.groupBy(imported, ({ importId, kind, actorIds }) =>
    JSON.stringify([importId, kind, actorIds]),
  );
  return [...imports.values()].flatMap((items) => {
    const last = items.at(-1);
    if (!last) return [];
    const { importId, ...line } = last;
    return {
      ...line,
      // New items are more important than changed ones.
      verb: items.some(({ verb }) => verb === "added") ? "added" : "edited",
      itemId: items.length === 1 ? line.itemId : null,
      detail: items.length === 1 ? line.detail : { import: importId },
      count: items.length,
      seqs: items.flatMap(({ seqs }) => seqs).toSorted((one, other) => one - other),
    };
  });
}

type FetchedEvent = Pick<DigestEvent, "kind" | "detail">;

/** Returns the kind of the fetched items. A fetch of news for one tool is recorded as an event of the tool. */
export const kindOfFetched = ({ kind, detail }: FetchedEvent): ItemKind =>
  detail.articles === undefined ? kind : "article";

export const countFetched = (events: readonly FetchedEvent[]): number =>
  events.reduce((sum, { detail }) => sum + (detail.count ?? detail.articles ?? 0), 0);

/** Returns a line with the number of fetched items for each kind. */
function fetchedLines(fetched: readonly DigestEvent[]): DigestLine[] {
  const byKind = Map.groupBy(fetched, kindOfFetched);
  return [...byKind].map(([kind, events]) => {
    const count = countFetched(events);
    const activity = { kind, itemId: "", title: titleOfFetched(kind, count) };
    return { ...createLine(activity, events, { verb: "fetched", detail: { count }, by: [] }), itemId: null };
  });
}

/** Returns a title such as "12 articles". For tools, jobs fetch release notes. */
export const titleOfFetched = (kind: ItemKind, count: number): string =>
  kind === "tool"
    ? `${count.toLocaleString("en-US")} release ${count === 1 ? "note" : "notes"}`
    : countItems(kind, count);
