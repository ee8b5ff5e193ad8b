/** Ranked search by a PostgreSQL word index of docs. */
import { type RawBuilder, sql } from "kysely";

import type { Db } from "../../database.ts";
import type { IdSpan, Match, SearchDoc, WordIndex } from "../../search/ranked-search.ts";
import { facetsOf } from "../../search/search-facets.ts";
import { createRankedSearch } from "../../search/search-words.ts";
import { estimateMatches, estimateRows } from "../estimates.ts";
import { highlightPassages } from "./highlight-passages.ts";
import * as query from "./text-query.ts";
import { CONFIGURATION, joinWords, wordsOf } from "./text-query.ts";

const wordIndex: WordIndex = {
  ...query,
  async put(db, docs) {
    const words = (bytes: number, textOf: (doc: SearchDoc) => string) =>
      docs.map(({ doc }) => truncate(joinWords(wordsOf(textOf(doc))), bytes));
    // The slashes prevent phrases that span two texts.
    await sql`insert into search_words ("docId", words)
      select id, setweight(to_tsvector(${CONFIGURATION}, title), 'A') || '/:1' ||
        setweight(to_tsvector(${CONFIGURATION}, people), 'B') || '/:1' ||
        to_tsvector(${CONFIGURATION}, body) || strip(to_tsvector(${CONFIGURATION}, facets))
      from unnest(
        ${docs.map(({ id }) => id)}::bigint[],
        ${words(MAX_LINE_BYTES, ({ title }) => title)}::text[],
        ${words(MAX_LINE_BYTES, ({ people }) => people)}::text[],
        ${words(MAX_BODY_BYTES, ({ body }) => body)}::text[],
        ${docs.map(({ doc }) => facetsOf(doc).map(query.facetPath).join(" "))}::text[]) as doc (id, title, people, body, facets)`.execute(
      db,
    );
  },
  // They are deleted with their rows in `search_docs`.
  drop: () => Promise.resolve(),
  async estimate(db, match, most) {
    const estimate = await estimateMatches(db, matchesInIndex({ match, span: ALL_TIME }));
    return estimate > most * CERTAIN_FACTOR
      ? Math.round(estimate)
      : countAll(db, { match, span: ALL_TIME }, most);
  },
  async count(db, match, { span, most }) {
    const lookup = { match, span };
    if (await isCommon(db, lookup, most)) {
      const { rows } = await sql<{ docs: number }>`
        select count(*)::integer as docs from (${readNewest(lookup, most)}) as found`.execute(db);
      const docs = rows[0]?.docs ?? 0;
      if (docs === most) return docs;
    }
    return countAll(db, lookup, most);
  },
  async newest(db, match, { span, limit }) {
    const lookup = { match, span };
    if (await isCommon(db, lookup, limit)) {
      const ids = await listIds(db, readNewest(lookup, limit));
      if (ids.length === limit) return ids;
    }
    return listIds(db, selectNewest(lookup, limit));
  },
  async best(db, match, { span, terms, candidates, limit }) {
    const lookup = { match, span };
    const all = await countDocs(db);
    const rank = async (found: RawBuilder<unknown>) => {
      const { rows } = await sql<{ id: number; candidates: number }>`
        with terms as materialized (
          select to_tsquery(${CONFIGURATION}, match) as match, weight
          from unnest(${terms.map((term) => term.match)}::text[], ${terms.map(({ docs }) => weightOf(docs ?? 0, all))}::float8[])
            as term (match, weight))
        select "docId" as id, (count(*) over ())::integer as candidates
        from (${found}) as found
        order by (select sum(weight * ts_rank(${FIELD_WEIGHTS}, words, match, ${SHORTER_FIRST})) from terms) desc,
          "docId" desc
        limit ${limit}`.execute(db);
      return { ids: rows.map(({ id }) => id), candidates: rows[0]?.candidates ?? 0 };
    };
    if (await isCommon(db, lookup, candidates)) {
      const rankedIds = await rank(readNewest(lookup, candidates));
      if (rankedIds.candidates === candidates) return rankedIds.ids;
    }
    return (await rank(selectNewest(lookup, candidates))).ids;
  },
  highlight: highlightPassages,
};

/** Ranked search on PostgreSQL. */
export const rankedSearch = createRankedSearch(wordIndex);

interface Lookup {
  match: Match;
  span: IdSpan;
}

const ALL_TIME: IdSpan = { from: null, below: null };

/** Factor for estimates. An estimate this many times the wanted number is not verified. */
const CERTAIN_FACTOR = 2;

/** Maximum number of newest docs scanned for matches. */
const MAX_SCANNED_DOCS = 100_000;

/**
 * Maximum size of a body, and of a title or names, in bytes. A vector has at most a megabyte, and takes up to twice its
 * text.
 */
const MAX_BODY_BYTES = 450_000;
const MAX_LINE_BYTES = 50_000;

const truncate = (text: string, bytes: number): string =>
  text.length * 3 <= bytes ? text : Buffer.from(text).subarray(0, bytes).toString();

/** Weights for `ts_rank`: words of the body count a third, people's names two thirds, and the title in full. */
const FIELD_WEIGHTS = sql.lit("{0.33, 0, 0.67, 1}");
/** Option of `ts_rank`: divides by the logarithm of a doc's length. */
const SHORTER_FIRST = sql.lit(1);

/**
 * Returns the weight of a word from its number of docs. Rare words weigh most; a word in half of all docs hardly
 * counts.
 */
const weightOf = (docs: number, all: number): number =>
  Math.max(1e-6, Math.log((all + 0.5) / (Math.min(docs, all) + 0.5) - 1));

/** Maximum number of docs to count. Above it, the server's estimate is used. */
const MAX_COUNTED = 20_000;

async function countDocs(db: Db): Promise<number> {
  const { rows } = await sql<{ docs: number }>`select count(*)::integer as docs
    from (select from search_words limit ${sql.lit(MAX_COUNTED)}) as counted`.execute(db);
  const docs = rows[0]?.docs ?? 0;
  return docs < MAX_COUNTED ? docs : Math.max(docs, await estimateRows(db, "search_words"));
}

const toQuery = (match: Match): RawBuilder<unknown> => sql`to_tsquery(${CONFIGURATION}, ${match})`;

const isWithin = ({ from, below }: IdSpan): RawBuilder<boolean> =>
  sql`${from === null ? sql`true` : sql`"docId" >= ${from}::bigint`} and
    ${below === null ? sql`true` : sql`"docId" < ${below}::bigint`}`;

/**
 * True if a scan of the newest docs finds enough matches sooner than the index, which returns all matches unordered.
 * With n matches in N docs, a scan reads N ÷ n docs for each match, and the index reads n.
 */
async function isCommon(db: Db, lookup: Lookup, wanted: number): Promise<boolean> {
  const estimate = await estimateMatches(db, matchesInIndex(lookup));
  return estimate > wanted && estimate * estimate > wanted * (await estimateRows(db, "search_words"));
}

/** Selects all matches by the index. */
const matchesInIndex = ({ match, span }: Lookup): RawBuilder<unknown> =>
  sql`select "docId" from search_words where words @@ ${toQuery(match)} and ${isWithin(span)}`;

/** Selects the newest of all matches. */
const selectNewest = (lookup: Lookup, limit: number): RawBuilder<unknown> => sql`
  select "docId", words from search_words where "docId" in (
    with matching as materialized (${matchesInIndex(lookup)})
    select "docId" from matching order by "docId" desc limit ${limit})`;

/** Selects the newest matches among the scanned docs. Misses older ones. */
const readNewest = ({ match, span }: Lookup, limit: number): RawBuilder<unknown> => sql`
  select "docId", words from (
    select "docId", words from search_words where ${isWithin(span)}
    order by "docId" desc limit ${sql.lit(MAX_SCANNED_DOCS)}) as newest
  where words @@ ${toQuery(match)} limit ${limit}`;

async function listIds(db: Db, found: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select "docId" as id from (${found}) as found order by "docId" desc`.execute(db);
  return rows.map(({ id }) => id);
}

async function countAll(db: Db, lookup: Lookup, most: number): Promise<number> {
  const { rows } = await sql<{ docs: number }>`
    select count(*)::integer as docs from (${matchesInIndex(lookup)} limit ${most}) as found`.execute(db);
  return rows[0]?.docs ?? 0;
}
