/**
 * Lists that machines fill and that never end, latest first. Whatever the filter, they are read the same way: a source
 * gives candidates by their places, from an index and a slice at a time; those that fit are kept until a page is full.
 * So no query grows with the list, and other requests come in between two slices.
 */
import { MAX_SORT_KEY } from "#db/sort-key.ts";
import { invalid } from "#server/errors.ts";
import { yieldToEventLoop } from "#server/kernel/async/yield-to-event-loop.ts";
import type { ListCounts } from "#shared/kernel/paging.ts";
import { readWholeNumber } from "#shared/texts/numbers-in-text.ts";

/** Gives the latest places before one, latest first; fewer than `count` only when there are no more. */
export type Source = (slice: { before: number; count: number }) => Promise<number[]>;

/** A filtered list: where its candidates come from, and which of them belong to it; null for all. */
export interface Timeline {
  /** Whether looking at them keeps this thread from other work. */
  holdsThread: boolean;
  source: Source;
  fits: ((places: readonly number[]) => Promise<ReadonlySet<number>>) | null;
}

/** How many candidates are read between two looks at other work, at first and at most: some milliseconds. */
const FIRST_SLICE = 60;
const SLICE = 500;
/** Long texts that are almost what is searched for take a millisecond each: so many hold nobody up. */
const SMALLEST_SLICE = 20;
const SLOW_SLICE_MS = 10;
/** How many candidates one request may look at; the next page goes on where it stopped. */
const MAX_CANDIDATES = 30_000;
/** Beyond it a count is told as "at least". */
const MAX_COUNTED = 1000;

interface Found {
  places: number[];
  /** Where the search broke off; null when the list came to its end. */
  stoppedAt: number | null;
}

/** The first `count` places of a list before one. */
async function walk({ holdsThread, source, fits }: Timeline, before: number, count: number): Promise<Found> {
  const places: number[] = [];
  let from = before;
  let size = fits === null ? count : FIRST_SLICE;
  let seen = 0;
  while (seen < MAX_CANDIDATES) {
    const begun = performance.now();
    const candidates = await source({ before: from, count: size });
    const matching = fits === null || candidates.length === 0 ? null : await fits(candidates);
    for (const place of candidates) {
      if (matching?.has(place) === false) continue;
      places.push(place);
      if (places.length === count) return { places, stoppedAt: place };
    }
    if (candidates.length < size) return { places, stoppedAt: null };
    from = candidates.at(-1) ?? from;
    seen += size;
    // Smaller slices of what a server looks at would only mean more of them, the more the longer it takes.
    const isSlow = holdsThread && performance.now() - begun > SLOW_SLICE_MS;
    size = isSlow ? Math.max(Math.round(size / 4), SMALLEST_SLICE) : Math.min(4 * size, SLICE);
    await yieldToEventLoop();
  }
  return { places, stoppedAt: from };
}

/** A page of a list, as places. */
export interface SortKeyPage {
  places: number[];
  nextCursor: string | null;
  /** The search broke off before the page was full. */
  isCutShort: boolean;
}

/** One page of a list. */
export async function readSortKeys(
  timeline: Timeline,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<SortKeyPage> {
  const before = cursor === undefined ? MAX_SORT_KEY : readCursor(cursor);
  // One more than asked for tells whether there is a next page.
  const { places, stoppedAt } = await walk(timeline, before, limit + 1);
  if (places.length > limit) {
    return { places: places.slice(0, limit), nextCursor: String(places[limit - 1]), isCutShort: false };
  }
  return {
    places,
    nextCursor: stoppedAt === null ? null : String(stoppedAt),
    isCutShort: stoppedAt !== null,
  };
}

/** How many items a list has whose first page was read: exactly up to a thousand, where all could be looked at. */
export async function countMatching(
  timeline: Timeline,
  { places: first, nextCursor, isCutShort }: SortKeyPage,
): Promise<Omit<ListCounts, "total">> {
  if (nextCursor === null || isCutShort) return { matching: first.length, isExact: !isCutShort };
  const { places, stoppedAt } = await walk(timeline, readCursor(nextCursor), MAX_COUNTED + 1 - first.length);
  const matching = first.length + places.length;
  return { matching: Math.min(matching, MAX_COUNTED), isExact: stoppedAt === null };
}

/** How many items of a list stand in a span of places; at most `most`. */
export async function countWithin(timeline: Timeline, span: Span, most: number): Promise<number> {
  const source = within(timeline.source, span);
  const { places } = await walk({ ...timeline, source }, MAX_SORT_KEY, most);
  return places.length;
}

function readCursor(cursor: string): number {
  const place = readWholeNumber(cursor);
  if (typeof place !== "number" || !Number.isSafeInteger(place))
    throw invalid("This cursor is invalid. Start again without it.", "cursor");
  return place;
}

/** From one place up to another, that one left out. */
interface Span {
  from: number;
  before: number;
}

/** The candidates of a source in a span of places. */
export const within =
  (source: Source, span: Span): Source =>
  async ({ before, count }) => {
    const places = await source({ before: Math.min(before, span.before), count });
    return places.filter((place) => place >= span.from);
  };

/** Candidates that were collected beforehand, in any order. */
export function collected(places: readonly number[]): Source {
  const latestFirst = [...new Set(places)].toSorted((a, b) => b - a);
  return ({ before, count }) => {
    const start = latestFirst.findIndex((place) => place < before);
    return Promise.resolve(start === -1 ? [] : latestFirst.slice(start, start + count));
  };
}

/** The candidates of all the sources. */
export const anyOf =
  (sources: readonly Source[]): Source =>
  async (slice) => {
    const places: number[] = [];
    for (const source of sources) places.push(...(await source(slice)));
    return collected(places)(slice);
  };
