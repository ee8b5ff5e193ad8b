import { type SelectQueryBuilder, sql, type StringReference } from "kysely";
import { z } from "zod";

import { invalid } from "#server/errors.ts";
import type { Page, PageRequest } from "#shared/kernel/paging.ts";
import { readWholeNumber } from "#shared/texts/numbers-in-text.ts";

/** Where a row stands in its list: the value that the list is ordered by, then the id. */
export type PageKey = readonly [orderedBy: string, id: string];

/** What a request without `limit` gets at most of a list that people fill; the rest is on the next pages. */
const MAX_OF_PEOPLE = 10_000;
/** The same of a list that jobs fill. */
export const MAX_OF_JOBS = 1000;

/** The part of a list that a query is asked for; without `limit` all of it. */
export interface Slice {
  after: PageKey | null;
  limit: number | null;
}

/** The asked part of a list that has the latest first, by the given column and then by id. */
export function latestFirst<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  [orderedBy, id]: readonly [StringReference<DB, TB>, StringReference<DB, TB>],
  { after, limit }: Slice,
): SelectQueryBuilder<DB, TB, Row> {
  return query
    .$if(after !== null, (all) =>
      all.where(sql<boolean>`(${sql.ref(orderedBy)}, ${sql.ref(id)}) < (${after?.[0]}, ${after?.[1]})`),
    )
    .orderBy(sql.ref(orderedBy), "desc")
    .orderBy(sql.ref(id), "desc")
    .$if(limit !== null, (all) => all.limit(limit ?? 0));
}

// Not every database can compare a text with a NUL character in it.
const keyPart = z.string().refine((part) => !part.includes("\0"));
const keySchema = z.tuple([keyPart, keyPart]);

function readCursor(cursor: string): PageKey {
  try {
    return keySchema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
  } catch {
    throw invalidCursor();
  }
}

const invalidCursor = () => invalid("This cursor is invalid. Start again without it.", "cursor");

/** Where the previous page ended, in a list that is ordered by a number; null for the first page. */
export function numberOf(after: PageKey | null): number | null {
  if (after === null) return null;
  const number = readWholeNumber(after[0]);
  if (typeof number !== "number" || !Number.isSafeInteger(number)) throw invalidCursor();
  return number;
}

const writeCursor = (key: PageKey): string => Buffer.from(JSON.stringify(key)).toString("base64url");

/**
 * Reads one page of a list by keyset: a page costs the same wherever it stands. Without `limit` the page is the whole
 * list, up to `bound` rows.
 */
export async function readPage<Row>(
  { limit, cursor }: PageRequest,
  list: (slice: Slice) => Promise<Row[]>,
  keyOf: (row: Row) => PageKey,
  bound = MAX_OF_PEOPLE,
): Promise<Page<Row>> {
  const size = limit ?? bound;
  // One more than asked for tells whether there is a next page.
  const rows = await list({ after: cursor === undefined ? null : readCursor(cursor), limit: size + 1 });
  const last = rows.length > size ? rows[size - 1] : undefined;
  return { items: rows.slice(0, size), nextCursor: last ? writeCursor(keyOf(last)) : null };
}
