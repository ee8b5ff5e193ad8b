import { type SelectQueryBuilder, sql, type StringReference } from "kysely";
import { z } from "zod";

import { invalid } from "#server/errors.ts";
import type { Page, PageRequest } from "#shared/kernel/paging.ts";
import { readWholeNumber } from "#shared/kernel/text.ts";

/** Position of a row in its list: the sort value, then the id. */
export type PageKey = readonly [orderedBy: string, id: string];

/** Maximum page size without `limit`, for lists that people fill. The rest is on the next pages. */
const MAX_LIBRARY_PAGE = 10_000;
/** Maximum page size without `limit`, for lists that jobs fill. */
export const MAX_FETCHED_PAGE = 1000;

/** Requested part of a list. Without `limit`, all of it. */
export interface PageSlice {
  after: PageKey | null;
  limit: number | null;
}

/** Returns the requested part of a list, latest first by the given column, then by id. */
export function latestFirst<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  [orderedBy, id]: readonly [StringReference<DB, TB>, StringReference<DB, TB>],
  { after, limit }: PageSlice,
): SelectQueryBuilder<DB, TB, Row> {
  return query
    .$if(after !== null, (all) =>
      all.where(sql<boolean>`(${sql.ref(orderedBy)}, ${sql.ref(id)}) < (${after?.[0]}, ${after?.[1]})`),
    )
    .orderBy(sql.ref(orderedBy), "desc")
    .orderBy(sql.ref(id), "desc")
    .$if(limit !== null, (all) => all.limit(limit ?? 0));
}

// Not every database can compare texts with a NUL character.
const keyPart = z.string().refine((part) => !part.includes("\0"));
const keySchema = z.tuple([keyPart, keyPart]);

function readCursor(cursor: string): PageKey {
  try {
    return keySchema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
  } catch {
    throw invalidCursor();
  }
}

/** Creates the error for a cursor that no page returned. */
export const invalidCursor = () => invalid("This cursor is invalid. Start again without it.", "cursor");

/** Returns the end of the previous page in a list sorted by number, or null for the first page. */
export function readNumberCursor(after: PageKey | null): number | null {
  if (after === null) return null;
  const number = readWholeNumber(after[0]);
  if (typeof number !== "number" || !Number.isSafeInteger(number)) throw invalidCursor();
  return number;
}

const writeCursor = (key: PageKey): string => Buffer.from(JSON.stringify(key)).toString("base64url");

/**
 * Reads one page of a list by keyset, at the same cost for every page. Without `limit`, reads the whole list, up to
 * `bound` rows.
 */
export async function readPage<Row>(
  { limit, cursor }: PageRequest,
  list: (slice: PageSlice) => Promise<Row[]>,
  keyOf: (row: Row) => PageKey,
  maxRows = MAX_LIBRARY_PAGE,
): Promise<Page<Row>> {
  const size = limit ?? maxRows;
  // One more row than requested, to detect a next page.
  const rows = await list({ after: cursor === undefined ? null : readCursor(cursor), limit: size + 1 });
  const last = rows.length > size ? rows[size - 1] : undefined;
  return { items: rows.slice(0, size), nextCursor: last ? writeCursor(keyOf(last)) : null };
}
