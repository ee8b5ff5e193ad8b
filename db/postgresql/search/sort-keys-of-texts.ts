import { type RawBuilder, sql } from "kysely";

import type { Db } from "../../database.ts";
import type { SortKeySlice, TrigramIndex } from "../../engine.ts";
import type { CaseInsensitive } from "../contains.ts";
import { estimateRows } from "../estimates.ts";
import { archiveTexts, type ArchiveTexts } from "./prepare-indexes.ts";

/** Number of latest texts read first, to estimate how common the parts are. */
const FIRST_SCAN = 400;

interface TextSearch {
  db: Db;
  texts: ArchiveTexts;
  matches: RawBuilder<boolean>;
}

type FindSortKeys = (
  db: Db,
  index: TrigramIndex,
  parts: readonly string[],
  slice: SortKeySlice,
) => Promise<number[]>;

/**
 * Returns the latest sort keys of texts that contain all parts. A trigram index returns all candidates unordered, and
 * each is then read. So common parts are found sooner by scanning texts, rare ones by the index.
 */
export const sortKeysOfTexts =
  ({ contains }: CaseInsensitive, { hasTrigrams }: { hasTrigrams: boolean }): FindSortKeys =>
  async (db, index, parts, { before, count }) => {
    const texts = archiveTexts[index];
    const matches = sql<boolean>`(${sql.join(
      parts.map((part) => contains(texts.text, part)),
      sql` and `,
    )})`;
    const search = { db, texts, matches };
    const first = await scanFirst(search, before);
    if (first.places.length >= count) return first.places.slice(0, count);
    if (first.lowest === null) return first.places;
    const share = first.places.length / FIRST_SCAN;
    const rest = { before: first.lowest, count: count - first.places.length };
    const isCommon = !hasTrigrams || share * share * (await estimateRows(db, texts.table)) > rest.count;
    return [...first.places, ...(isCommon ? await scanFrom(search, rest) : await findInIndex(search, rest))];
  };

interface FirstScan {
  places: number[];
  /** Sort key of the last text read; null if there are no more texts. */
  lowest: number | null;
}

async function scanFirst({ db, texts, matches }: TextSearch, before: number): Promise<FirstScan> {
  const { rows } = await sql<{ place: number; isMatch: boolean; read: number }>`
    with read as materialized (
      select "place", ${matches} as "isMatch" from ${sql.table(texts.table)}
      where "place" < ${before} and ${texts.rows}
      order by "place" desc limit ${sql.lit(FIRST_SCAN)})
    select "place", "isMatch", (select count(*) from read)::integer as read from read
    where "isMatch" or "place" = (select min("place") from read)
    order by "place" desc`.execute(db);
  const last = rows.at(-1);
  return {
    places: rows.filter(({ isMatch }) => isMatch).map(({ place }) => place),
    lowest: last?.read === FIRST_SCAN ? last.place : null,
  };
}

/** Scans texts in order, from the latest. */
async function scanFrom(
  { db, texts, matches }: TextSearch,
  { before, count }: SortKeySlice,
): Promise<number[]> {
  const { rows } = await sql<{ place: number }>`
    select "place" from (
      select "place", ${matches} as "isMatch" from ${sql.table(texts.table)}
      where "place" < ${before} and ${texts.rows}
      order by "place" desc offset 0) as read
    where "isMatch" limit ${count}`.execute(db);
  return rows.map(({ place }) => place);
}

async function findInIndex(
  { db, texts, matches }: TextSearch,
  { before, count }: SortKeySlice,
): Promise<number[]> {
  const { rows } = await sql<{ place: number }>`
    with found as materialized (
      select "place" from ${sql.table(texts.table)} where "place" < ${before} and ${texts.rows} and ${matches})
    select "place" from found order by "place" desc limit ${count}`.execute(db);
  return rows.map(({ place }) => place);
}
