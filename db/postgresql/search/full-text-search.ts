/** Ranked search by a PostgreSQL word index of docs. */
import { type RawBuilder, sql } from "kysely";

import type { Db } from "../../database.ts";
import { createRankedSearch } from "../../search/search-words.ts";
import type { IdSpan, Match, WordIndex } from "../../search/word-index.ts";
import { estimateMatches, estimateRows } from "../estimates.ts";
import { highlightPassages } from "./highlight-passages.ts";
import { score, weighTerms } from "./score.ts";
import * as query from "./text-query.ts";
import { vectorOf } from "./text-vector.ts";

const wordIndex: WordIndex = {
  ...query,
  async put(db, docs) {
    const vectors = docs.map(({ doc }) => vectorOf(doc));
    await sql`insert into search_words ("docId", length, words)
      select id, length, words::tsvector from unnest(
        ${docs.map(({ id }) => id)}::bigint[],
        ${vectors.map(({ length }) => length)}::integer[],
        ${vectors.map(({ vector }) => vector)}::text[]) as given (id, length, words)`.execute(db);
  },
  // They are deleted with their rows in `search_docs`.
  drop: () => Promise.resolve(),
  async guess(db, match, most) {
    const guessed = await estimateMatches(db, lookUp({ match, span: EVER }));
    return guessed > most * SURELY_MORE ? Math.round(guessed) : countAll(db, { match, span: EVER }, most);
  },
  async count(db, match, { span, most }) {
    const asked = { match, span };
    if (await isCommon(db, asked, most)) {
      const { rows } = await sql<{ docs: number }>`
        select count(*)::integer as docs from (${readNewest(asked, most)}) as found`.execute(db);
      const docs = rows[0]?.docs ?? 0;
      if (docs === most) return docs;
    }
    return countAll(db, asked, most);
  },
  async newest(db, match, { span, limit }) {
    const asked = { match, span };
    if (await isCommon(db, asked, limit)) {
      const ids = await listIds(db, readNewest(asked, limit));
      if (ids.length === limit) return ids;
    }
    return listIds(db, lookUpNewest(asked, limit));
  },
  async best(db, match, { span, terms, candidates, limit }) {
    const asked = { match, span };
    const weighed = await weighTerms(db, terms);
    const rank = async (found: RawBuilder<unknown>) => {
      const { rows } = await sql<{ id: number; candidates: number }>`
        select "docId" as id, (count(*) over ())::integer as candidates
        from (select "docId", ${score(weighed)} as score from (${found}) as found) as scored
        order by score desc, "docId" desc limit ${limit}`.execute(db);
      return { ids: rows.map(({ id }) => id), candidates: rows[0]?.candidates ?? 0 };
    };
    if (await isCommon(db, asked, candidates)) {
      const ranked = await rank(readNewest(asked, candidates));
      if (ranked.candidates === candidates) return ranked.ids;
    }
    return (await rank(lookUpNewest(asked, candidates))).ids;
  },
  mark: (_, prepared, passages) => Promise.resolve(highlightPassages(prepared, passages)),
};

/** Ranked search on PostgreSQL. */
export const rankedSearch = createRankedSearch(wordIndex);

interface Asked {
  match: Match;
  span: IdSpan;
}

const EVER: IdSpan = { from: null, below: null };

/** An estimate this many times the wanted number is not verified. */
const SURELY_MORE = 2;

/** Maximum number of newest docs scanned for matches. */
const MOST_READ = 100_000;

const isWithin = ({ from, below }: IdSpan): RawBuilder<boolean> =>
  sql`${from === null ? sql`true` : sql`"docId" >= ${from}::bigint`} and
    ${below === null ? sql`true` : sql`"docId" < ${below}::bigint`}`;

/**
 * True if scanning the newest docs finds enough matches sooner than the index, which returns all matches unordered.
 * With n matches among N docs, a scan reads N ÷ n docs for each match, the index n.
 */
async function isCommon(db: Db, asked: Asked, wanted: number): Promise<boolean> {
  const guessed = await estimateMatches(db, lookUp(asked));
  return guessed > wanted && guessed * guessed > wanted * (await estimateRows(db, "search_words"));
}

/** Selects all matches by the index. */
const lookUp = ({ match, span }: Asked): RawBuilder<unknown> =>
  sql`select "docId" from search_words where words @@ ${match}::tsquery and ${isWithin(span)}`;

/** Selects the newest of all matches. */
const lookUpNewest = (asked: Asked, limit: number): RawBuilder<unknown> => sql`
  select "docId", length, words from search_words where "docId" in (
    with matching as materialized (${lookUp(asked)})
    select "docId" from matching order by "docId" desc limit ${limit})`;

/** Selects the newest matches among the scanned docs. Misses older ones. */
const readNewest = ({ match, span }: Asked, limit: number): RawBuilder<unknown> => sql`
  select "docId", length, words from (
    select "docId", length, words from search_words where ${isWithin(span)}
    order by "docId" desc limit ${sql.lit(MOST_READ)}) as newest
  where words @@ ${match}::tsquery limit ${limit}`;

async function listIds(db: Db, found: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select "docId" as id from (${found}) as found order by "docId" desc`.execute(db);
  return rows.map(({ id }) => id);
}

async function countAll(db: Db, asked: Asked, most: number): Promise<number> {
  const { rows } = await sql<{ docs: number }>`
    select count(*)::integer as docs from (${lookUp(asked)} limit ${most}) as found`.execute(db);
  return rows[0]?.docs ?? 0;
}
