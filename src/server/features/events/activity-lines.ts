import { countItems } from "#shared/kernel/event-words.ts";
import type { EventVerb } from "#shared/kernel/events.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";
import type { EventDetail } from "#shared/kernel/ledger.ts";

import type { DigestEvent, ActivityByItem, ItemActivity } from "./item-activity.ts";

/** User who reads the digest. */
export interface DigestReader {
  id: string;
  /** Ids of items in the events that the user added. */
  added: ReadonlySet<string>;
  /** Ids of items whose events are in the user's inbox. */
  concerning: ReadonlySet<string>;
}

/** Events combined in one line. */
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
 * Returns the lines of a digest. Each item has one or more, each import has one, and so has each kind found by jobs.
 */
export function linesOf({ items, finds }: ActivityByItem, reader: DigestReader): DigestLine[] {
  const imported: ImportedItem[] = [];
  const lines = items.flatMap((activity) => {
    // For deleted items, reports only the deletion.
    const ownLines = activity.isThere
      ? [
          ...turnAndEdits(activity),
          decisionLine(activity),
          voteLine(activity),
          ratingLine(activity),
          linkLine(activity),
          commentLine(activity),
        ]
      : [deletionLine(activity)];
    return ownLines.flatMap((line) => {
      if (line === null) return [];
      if (line.detail.import !== undefined) imported.push({ ...line, importId: line.detail.import });
      return line.detail.import === undefined
        ? { ...line, isYours: reader.added.has(line.itemId ?? "") }
        : [];
    });
  });
  return [...lines, ...importLines(imported), ...findLines(finds)];
}

type ImportedItem = DigestLine & { importId: string };

/** Combines events, at least one, in a line. */
function lineOf(
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
function turnAndEdits(activity: ItemActivity): (DigestLine | null)[] {
  const { before, lifecycle, edits } = activity;
  const added = before === "new" ? lifecycle.find(({ verb }) => verb === "added") : undefined;
  if (added) {
    const isByAdder = ({ actorId }: DigestEvent) => actorId === added.actorId;
    const own = edits.filter((edit) => isByAdder(edit));
    const detail = { import: added.detail.import };
    return [
      lineOf(activity, [...lifecycle, ...own], { verb: "added", detail, by: [added] }),
      ...editLines(
        activity,
        edits.filter((edit) => !isByAdder(edit)),
      ),
    ];
  }
  const last = lifecycle.at(-1);
  const restored =
    before === "gone" && last
      ? lineOf(activity, lifecycle, { verb: "restored", detail: {}, by: [last] })
      : null;
  return [restored, ...editLines(activity, edits)];
}

/** Returns a line for a deletion, if the reader knew the item. */
function deletionLine(activity: ItemActivity): DigestLine | null {
  const last = activity.lifecycle.at(-1);
  if (activity.before !== "there" || !last) return null;
  const { comments, articles } = last.detail;
  const { lifecycle, edits, decisions, votes, ratings, links, comments: discussed } = activity;
  const all = [
    ...lifecycle,
    ...edits,
    ...decisions,
    ...votes,
    ...ratings,
    ...links,
    ...[...discussed.values()].flat(),
  ];
  return lineOf(activity, all, { verb: "deleted", detail: { comments, articles }, by: [last] });
}

/** Returns one line for each import that changed the item, and one for manual edits. */
function editLines(activity: ItemActivity, edits: readonly DigestEvent[]): DigestLine[] {
  const byImport = Map.groupBy(edits, ({ actorId, detail }) =>
    detail.import === undefined ? null : JSON.stringify([actorId, detail.import]),
  );
  return [...byImport].flatMap(([importKey, events]) => {
    const last = events.at(-1);
    const isRestored = events.every(({ detail }) => detail.from !== undefined);
    // Undoing the import reverted its changes.
    if (importKey !== null && !isRestored && last?.detail.from !== undefined) return [];
    if (isRestored)
      return lineOf(activity, events, { verb: "restored", detail: { from: last?.detail.from } });
    const fields = [...new Set(events.flatMap(({ detail }) => detail.fields ?? []))];
    const { isSkill, setting } = last?.detail ?? {};
    if (setting !== undefined)
      return { ...lineOf(activity, events, { verb: "edited", detail: { setting } }), itemId: null };
    // For several changes, the field names are more informative.
    const offer = fields.length === 0 ? { isSkill } : {};
    return lineOf(activity, events, {
      verb: "edited",
      detail: { fields, import: last?.detail.import, ...offer },
    });
  });
}

/** Returns a line with a tool's current verdict, and the one before these decisions. */
function decisionLine(activity: ItemActivity): DigestLine | null {
  const [first] = activity.decisions;
  const last = activity.decisions.at(-1);
  if (!first || !last) return null;
  const detail = { ringFrom: first.detail.ringFrom, ringTo: last.detail.ringTo };
  return lineOf(activity, activity.decisions, { verb: "decided", detail, by: [last] });
}

/** Returns a line with the voters, and the ring of a single vote. Omits votes that were removed. */
function voteLine(activity: ItemActivity): DigestLine | null {
  const latest = new Map(activity.votes.map((vote) => [vote.actorId, vote]));
  const by = [...latest.values()].filter(({ detail }) => detail.ringTo !== null);
  const [only, ...others] = by;
  if (!only) return null;
  const detail = others.length === 0 ? { ringFrom: only.detail.ringFrom, ringTo: only.detail.ringTo } : {};
  return lineOf(activity, activity.votes, { verb: "voted", detail, by });
}

/** Returns a line with the people who rated a prompt, and the stars of a single rating. Omits removed ratings. */
function ratingLine(activity: ItemActivity): DigestLine | null {
  const latest = new Map(
    activity.ratings.map((rating) => [`${rating.actorId} ${rating.detail.other?.id}`, rating]),
  );
  const by = [...latest.values()].filter(({ detail }) => detail.stars !== null);
  const [only, ...others] = by;
  if (!only) return null;
  const { other, stars, tool } = only.detail;
  const detail = others.length === 0 ? { other, stars, tool } : {};
  return lineOf(activity, activity.ratings, { verb: "rated", detail, by });
}

/** Returns a line with the authors of links, and the other item of a single one. Omits links that were removed. */
function linkLine(activity: ItemActivity): DigestLine | null {
  const latest = new Map(activity.links.map((link) => [link.detail.other?.id, link]));
  const by = [...latest.values()].filter(({ detail }) => detail.change === "added");
  const [only, ...others] = by;
  if (!only) return null;
  const detail = others.length === 0 ? { other: only.detail.other, change: only.detail.change } : {};
  return lineOf(activity, activity.links, { verb: "linked", detail, by });
}

/**
 * Returns a line with the number of new comments and the first of them. Without new ones, with a changed or restored
 * comment.
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
  return lineOf(activity, events, { verb: "commented", detail, count: Math.max(1, added.length), by });
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

type Find = Pick<DigestEvent, "kind" | "detail">;

/** Returns the kind of found items. Events of news found for one tool belong to the tool. */
export const kindOfFind = ({ kind, detail }: Find): ItemKind =>
  detail.articles === undefined ? kind : "article";

export const countFound = (finds: readonly Find[]): number =>
  finds.reduce((sum, { detail }) => sum + (detail.count ?? detail.articles ?? 0), 0);

/** Returns the number of found items by kind, from all runs and tools. */
function findLines(finds: readonly DigestEvent[]): DigestLine[] {
  const byKind = Map.groupBy(finds, kindOfFind);
  return [...byKind].map(([kind, events]) => {
    const count = countFound(events);
    const activity = { kind, itemId: "", title: titleOfFind(kind, count) };
    return { ...lineOf(activity, events, { verb: "fetched", detail: { count }, by: [] }), itemId: null };
  });
}

/** Returns the title for found items. For tools, job runs find release notes. */
export const titleOfFind = (kind: ItemKind, count: number): string =>
  kind === "tool"
    ? `${count.toLocaleString("en-US")} release ${count === 1 ? "note" : "notes"}`
    : countItems(kind, count);
