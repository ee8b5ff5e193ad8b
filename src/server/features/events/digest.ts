import { MAX_SINCE_LINES } from "#shared/kernel/since.ts";

import { type DigestLine, type DigestReader, linesOf } from "./activity-lines.ts";
import { type DigestEvent, readItemActivity } from "./item-activity.ts";

/** From this many lines on, alike ones are told as one where there are more than fit. */
const ALIKE = 3;

/**
 * What others did, as at most twelve lines, the most telling first, and how many lines there are besides. Events come in
 * the order of writing. What came to nothing is not told: what was added and is gone again, what was deleted and is back.
 */
export function digest(
  events: readonly DigestEvent[],
  reader: DigestReader,
): { lines: DigestLine[]; more: number } {
  const lines = rankedLines(events, reader);
  return { lines: lines.slice(0, MAX_SINCE_LINES), more: Math.max(0, lines.length - MAX_SINCE_LINES) };
}

/** The same without an end. */
export function rankedLines(events: readonly DigestEvent[], reader: DigestReader): DigestLine[] {
  const all = linesOf(readItemActivity(events, reader.id), reader);
  const lines = all.length > MAX_SINCE_LINES ? foldAlike(all) : all;
  return lines.toSorted(
    (one, other) => rankOf(one, reader) - rankOf(other, reader) || newestOf(other) - newestOf(one),
  );
}

const newestOf = ({ seqs }: DigestLine): number => seqs.at(-1) ?? 0;
const isDiscussion = ({ verb }: DigestLine): boolean => verb === "commented";

/** How telling a line is: the lower, the more. */
function rankOf(line: DigestLine, { discussed }: DigestReader): number {
  if (line.verb === "fetched") return 7;
  if (isDiscussion(line)) return discussed.has(line.itemId ?? "") ? 0 : 3;
  if (line.verb === "decided") return 1;
  if (line.isYours) return 2;
  if (line.verb === "added") return 4;
  return line.verb === "edited" || line.detail.from !== undefined ? 5 : 6;
}

/** Tells together what the same people did in the same way to several items of one kind. */
function foldAlike(lines: readonly DigestLine[]): DigestLine[] {
  const groups = Map.groupBy(lines, (line) => {
    const isFoldable = line.itemId !== null && !isDiscussion(line);
    const { kind, actorIds, isYours } = line;
    return isFoldable ? JSON.stringify([verbOfMany(line), kind, actorIds, isYours]) : line;
  });
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first && group.length >= ALIKE ? foldedLine(first, group) : group;
  });
}

/** Versions that are restored change items too. */
const verbOfMany = ({ verb, detail }: DigestLine) => (detail.from === undefined ? verb : "edited");

function foldedLine(first: DigestLine, group: readonly DigestLine[]): DigestLine {
  const newest = group.reduce((last, line) => (newestOf(line) > newestOf(last) ? line : last));
  return {
    ...newest,
    verb: verbOfMany(first),
    itemId: null,
    detail: {},
    count: group.length,
    seqs: group.flatMap(({ seqs }) => seqs).toSorted((one, other) => one - other),
  };
}
