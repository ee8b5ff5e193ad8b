import { type SelectQueryBuilder, sql } from "kysely";

import type { Schema } from "#db/schema.ts";
import { MAX_SORT_KEY } from "#db/sort-key.ts";
import { yieldToEventLoop } from "#server/kernel/async/promises.ts";
import type { ListCounts } from "#shared/kernel/paging.ts";
import { readWholeNumber } from "#shared/kernel/text.ts";

import { invalidCursor } from "./paging.ts";

/**
 * Endless lists filled by machines, latest first. All filters use the same method: a source returns candidates' sort
 * keys from an index, in slices. Matching ones are collected until a page is full. So no query grows with the list,
 * and other requests run between slices.
 */

/** Returns the latest sort keys before one, latest first. Returns fewer than `count` only at the end. */
export type Source = (slice: { before: number; count: number }) => Promise<number[]>;

/** Filtered list: the source of its candidates, and the filter, or null for all. */
export interface Timeline {
  /** True if filtering blocks this thread. */
  blocksThread: boolean;
  source: Source;
  fits: ((places: readonly number[]) => Promise<ReadonlySet<number>>) | null;
}

/** Number of candidates read at once, at first and at most, which takes a few milliseconds. */
const FIRST_SLICE = 60;
const SLICE = 500;
/** Minimum number of candidates read at once. Long texts that nearly match take a millisecond each. */
const SMALLEST_SLICE = 20;
const SLOW_SLICE_MS = 10;
/** Number of candidates that one request may check. The next page continues after them. */
const MAX_CANDIDATES = 30_000;
/** Larger counts are shown as "at least". */
const MAX_COUNTED = 1000;

interface Found {
  places: number[];
  /** Sort key at which the search stopped. Null at the end of the list. */
  stoppedAt: number | null;
}

/** Finds the first `count` sort keys of a list before one. */
async function walk({ blocksThread, source, fits }: Timeline, before: number, count: number): Promise<Found> {
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
    // If the database server does the work, smaller slices would only add round trips.
    const isSlow = blocksThread && performance.now() - begun > SLOW_SLICE_MS;
    size = isSlow ? Math.max(Math.round(size / 4), SMALLEST_SLICE) : Math.min(4 * size, SLICE);
    await yieldToEventLoop();
  }
  return { places, stoppedAt: from };
}

export interface SortKeyPage {
  places: number[];
  nextCursor: string | null;
  /** True if the search stopped before the page was full. */
  isCutShort: boolean;
}

export async function readSortKeys(
  timeline: Timeline,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<SortKeyPage> {
  const before = cursor === undefined ? MAX_SORT_KEY : readCursor(cursor);
  // One more row than requested, to detect a next page.
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

/** Counts a list's items after reading its first page: exactly up to a thousand, if all could be checked. */
export async function countMatching(
  timeline: Timeline,
  { places: first, nextCursor, isCutShort }: SortKeyPage,
): Promise<Omit<ListCounts, "total">> {
  if (nextCursor === null || isCutShort) return { matching: first.length, isExact: !isCutShort };
  const { places, stoppedAt } = await walk(timeline, readCursor(nextCursor), MAX_COUNTED + 1 - first.length);
  const matching = first.length + places.length;
  return { matching: Math.min(matching, MAX_COUNTED), isExact: stoppedAt === null };
}

/** Counts a list's items in a range of sort keys, at most `most`. */
export async function countWithin(timeline: Timeline, span: Span, most: number): Promise<number> {
  const source = within(timeline.source, span);
  const { places } = await walk({ ...timeline, source }, MAX_SORT_KEY, most);
  return places.length;
}

function readCursor(cursor: string): number {
  const place = readWholeNumber(cursor);
  if (typeof place !== "number" || !Number.isSafeInteger(place)) throw invalidCursor();
  return place;
}

/** Range of sort keys. The end is excluded. */
interface Span {
  from: number;
  before: number;
}

/** Limits a source to a range of sort keys. */
export const within =
  (source: Source, span: Span): Source =>
  async ({ before, count }) => {
    const places = await source({ before: Math.min(before, span.before), count });
    return places.filter((place) => place >= span.from);
  };

/** Creates a source from collected sort keys, in any order. */
export function collected(places: readonly number[]): Source {
  const latestFirst = [...new Set(places)].toSorted((a, b) => b - a);
  return ({ before, count }) => {
    const start = latestFirst.findIndex((place) => place < before);
    return Promise.resolve(start === -1 ? [] : latestFirst.slice(start, start + count));
  };
}

/** Merges the candidates of several sources. */
export const anyOf =
  (sources: readonly Source[]): Source =>
  async (slice) => {
    const places: number[] = [];
    for (const source of sources) places.push(...(await source(slice)));
    return collected(places)(slice);
  };

/** Creates a source of a query's rows as candidates. An index must return them in the order of their sort keys. */
export const latestOf =
  <Table extends keyof Schema>(query: SelectQueryBuilder<Schema, Table, { place: number | null }>): Source =>
  async ({ before, count }) => {
    const place = sql.ref<number>("place");
    const rows = await query.where(place, "<", before).orderBy(place, "desc").limit(count).execute();
    return rows.flatMap((row) => row.place ?? []);
  };
