import { MAX_SINCE_LINES } from "#shared/kernel/activity.ts";

import { type DigestLine, type DigestReader, toDigestLines } from "./activity-lines.ts";
import { type DigestEvent, readItemActivity } from "./item-activity.ts";

/** Minimum number of similar lines to combine. Lines are only combined if they don't all fit. */
const MIN_SIMILAR_LINES = 3;

/**
 * Summarises other people's activity in at most twelve lines, most important first, and counts the other lines. Events
 * must be in the order of writing. Omits cancelled changes: items added and then deleted, or deleted and then restored.
 */
export function digest(
  events: readonly DigestEvent[],
  reader: DigestReader,
): { lines: DigestLine[]; more: number } {
  const lines = rankedLines(events, reader);
  return { lines: lines.slice(0, MAX_SINCE_LINES), more: Math.max(0, lines.length - MAX_SINCE_LINES) };
}

/** Returns all lines of a digest, most important first. */
export function rankedLines(events: readonly DigestEvent[], reader: DigestReader): DigestLine[] {
  const all = toDigestLines(readItemActivity(events, reader.id), reader);
  const lines = all.length > MAX_SINCE_LINES ? combineSimilar(all) : all;
  return lines.toSorted(
    (one, other) => rankOf(one, reader) - rankOf(other, reader) || lastSeqOf(other) - lastSeqOf(one),
  );
}

const lastSeqOf = ({ seqs }: DigestLine): number => seqs.at(-1) ?? 0;
const isDiscussion = ({ verb }: DigestLine): boolean => verb === "commented";

/** Returns the rank of a line; lower is more important. */
function rankOf(line: DigestLine, { inboxItemIds }: DigestReader): number {
  if (line.verb === "fetched") return 7;
  if (isDiscussion(line)) return inboxItemIds.has(line.itemId ?? "") ? 0 : 3;
  if (line.verb === "decided") return 1;
  if (line.isYours) return 2;
  if (line.verb === "added") return 4;
  return line.verb === "edited" || line.detail.from !== undefined ? 5 : 6;
}

/** Combines lines in which the same users did the same to several items of one kind. */
function combineSimilar(lines: readonly DigestLine[]): DigestLine[] {
  const groups = Map.groupBy(lines, (line) => {
    const isCombinable = line.itemId !== null && !isDiscussion(line);
    const { kind, actorIds, isYours } = line;
    return isCombinable ? JSON.stringify([groupVerb(line), kind, actorIds, isYours]) : line;
  });
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first && group.length >= MIN_SIMILAR_LINES ? combinedLine(first, group) : group;
  });
}

/** Returns the verb of a combined line. Restoring a version counts as an edit. */
const groupVerb = ({ verb, detail }: DigestLine) => (detail.from === undefined ? verb : "edited");

function combinedLine(first: DigestLine, group: readonly DigestLine[]): DigestLine {
  const newest = group.reduce((last, line) => (lastSeqOf(line) > lastSeqOf(last) ? line : last));
  return {
    ...newest,
    verb: groupVerb(first),
    itemId: null,
    detail: {},
    count: group.length,
    seqs: group.flatMap(({ seqs }) => seqs).toSorted((one, other) => one - other),
  };
}
