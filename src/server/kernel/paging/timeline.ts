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
  filter: ((sortKeys: readonly number[]) => Promise<ReadonlySet<number>>) | null;
}

/** Number of candidates read at once, at first and at most, which takes a few milliseconds. */
const FIRST_SLICE = 60;
const MAX_SLICE = 500;
/** Minimum number of candidates read at once. Long texts that nearly match take a millisecond each. */
const MIN_SLICE = 20;
const SLOW_SLICE_MS = 10;
/** Number of candidates that one request may check. The next page continues after them. */
const MAX_CANDIDATES = 30_000;
/** Larger counts are shown as "at least". */
const MAX_COUNTED = 1000;

interface CollectedSortKeys {
  sortKeys: number[];
  /** Sort key at which the search stopped. Null at the end of the list. */
  stoppedAt: number | null;
}

/** Finds the first `count` sort keys of a list before one. */
async function collectSortKeys(
  { blocksThread, source, filter }: Timeline,
  before: number,
  count: number,
): Promise<CollectedSortKeys> {
  const sortKeys: number[] = [];
  let from = before;
  let size = filter === null ? count : FIRST_SLICE;
  let checked = 0;
  while (checked < MAX_CANDIDATES) {
    const startedAt = performance.now();
    const candidates = await source({ before: from, count: size });
    const matching = filter === null || candidates.length === 0 ? null : await filter(candidates);
    for (const sortKey of candidates) {
      if (matching?.has(sortKey) === false) continue;
      sortKeys.push(sortKey);
      if (sortKeys.length === count) return { sortKeys, stoppedAt: sortKey };
    }
    if (candidates.length < size) return { sortKeys, stoppedAt: null };
    from = candidates.at(-1) ?? from;
    checked += size;
    // If the database server does the work, smaller slices would only add round trips.
    const isSlow = blocksThread && performance.now() - startedAt > SLOW_SLICE_MS;
    size = isSlow ? Math.max(Math.round(size / 4), MIN_SLICE) : Math.min(4 * size, MAX_SLICE);
    await yieldToEventLoop();
  }
  return { sortKeys, stoppedAt: from };
}

export interface SortKeyPage {
  sortKeys: number[];
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
  const { sortKeys, stoppedAt } = await collectSortKeys(timeline, before, limit + 1);
  if (sortKeys.length > limit) {
    return { sortKeys: sortKeys.slice(0, limit), nextCursor: String(sortKeys[limit - 1]), isCutShort: false };
  }
  return {
    sortKeys: sortKeys,
    nextCursor: stoppedAt === null ? null : String(stoppedAt),
    isCutShort: stoppedAt !== null,
  };
}

/** Counts a list's items after reading its first page: exactly up to a thousand, if all could be checked. */
export async function countMatching(
  timeline: Timeline,
  { sortKeys: first, nextCursor, isCutShort }: SortKeyPage,
): Promise<Omit<ListCounts, "total">> {
  if (nextCursor === null || isCutShort) return { matching: first.length, isExact: !isCutShort };
  const { sortKeys, stoppedAt } = await collectSortKeys(
    timeline,
    readCursor(nextCursor),
    MAX_COUNTED + 1 - first.length,
  );
  const matching = first.length + sortKeys.length;
  return { matching: Math.min(matching, MAX_COUNTED), isExact: stoppedAt === null };
}

/** Counts a list's items in a range of sort keys, at most `most`. */
export async function countInRange(timeline: Timeline, range: SortKeyRange, most: number): Promise<number> {
  const source = limitSource(timeline.source, range);
  const { sortKeys } = await collectSortKeys({ ...timeline, source }, MAX_SORT_KEY, most);
  return sortKeys.length;
}

function readCursor(cursor: string): number {
  const sortKey = readWholeNumber(cursor);
  if (typeof sortKey !== "number" || !Number.isSafeInteger(sortKey)) throw invalidCursor();
  return sortKey;
}

/** Range of sort keys. The end is excluded. */
interface SortKeyRange {
  from: number;
  before: number;
}

/** Limits a source to a range of sort keys. */
export const limitSource =
  (source: Source, span: SortKeyRange): Source =>
  async ({ before, count }) => {
    const sortKeys = await source({ before: Math.min(before, span.before), count });
    return sortKeys.filter((sortKey) => sortKey >= span.from);
  };

/** Creates a source from collected sort keys, in any order. */
export function createSource(sortKeys: readonly number[]): Source {
  const latestFirst = [...new Set(sortKeys)].toSorted((a, b) => b - a);
  return ({ before, count }) => {
    const start = latestFirst.findIndex((sortKey) => sortKey < before);
    return Promise.resolve(start === -1 ? [] : latestFirst.slice(start, start + count));
  };
}

/** Merges the candidates of several sources. */
export const mergeSources =
  (sources: readonly Source[]): Source =>
  async (slice) => {
    const sortKeys: number[] = [];
    for (const source of sources) sortKeys.push(...(await source(slice)));
    return createSource(sortKeys)(slice);
  };

/** Creates a source of a query's rows as candidates. An index must return them in the order of their sort keys. */
export const createQuerySource =
  <Table extends keyof Schema>(query: SelectQueryBuilder<Schema, Table, { place: number | null }>): Source =>
  async ({ before, count }) => {
    const sortKey = sql.ref<number>("place");
    const rows = await query.where(sortKey, "<", before).orderBy(sortKey, "desc").limit(count).execute();
    return rows.flatMap((row) => row.place ?? []);
  };
