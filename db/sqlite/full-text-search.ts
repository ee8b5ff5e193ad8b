/** Ranked search by SQLite's full-text index. */
import { type RawBuilder, sql } from "kysely";

import type { Db } from "../database.ts";
import type { IdSpan, WordIndex } from "../search/ranked-search.ts";
import { facetsOf } from "../search/search-facets.ts";
import { createRankedSearch } from "../search/search-words.ts";
import { quoteFullText } from "./full-text.ts";
import { highlightPassages } from "./highlight-passages.ts";

const wordIndex: WordIndex = {
  phrase: quoteFullText,
  beginning: (text) => `${quoteFullText(text)} *`,
  inPeople: (name) => `{people} : ${quoteFullText(name)}`,
  anyFacet: (facets) => `{facets} : (${facets.map(quoteFullText).join(" OR ")})`,
  allOf: (matches) => `(${matches.join(" AND ")})`,
  anyOf: (matches) => `(${matches.join(" OR ")})`,
  except: (match, excluded) => `(${match}) NOT (${excluded.join(" OR ")})`,

  async put(db, docs) {
    // In id order; otherwise FTS5 would write a part of its index for each doc.
    const rows = docs.map(
      ({ id, doc }) => sql`(${id}, ${doc.title}, ${doc.body}, ${doc.people}, ${facetsOf(doc).join(" ")})`,
    );
    await sql`insert into search_words (rowid, title, body, people, facets) values ${sql.join(rows)}`.execute(
      db,
    );
  },
  async drop(db, ids) {
    for (const id of ids) await sql`delete from search_words where rowid = ${id}`.execute(db);
  },
  guess: (db, match, most) => countMatches(db, sql`${match}`, most),
  count: (db, match, { span, most }) => countMatches(db, sql`${match} and ${isWithin(span)}`, most),
  async newest(db, match, { span, limit }) {
    const { rows } = await sql<{ id: number }>`
      select rowid as id from search_words
      where search_words match ${match} and ${isWithin(span)}
      order by rowid desc limit ${limit}`.execute(db);
    return rows.map(({ id }) => id);
  },
  async best(db, match, { span, candidates, limit }) {
    const { rows } = await sql<{ id: number }>`
      select id from (
        select rowid as id, bm25(search_words, 3, 1, 2, 0) as score from search_words
        where search_words match ${match} and ${isWithin(span)}
        order by rowid desc limit ${candidates})
      order by score, id desc limit ${limit}`.execute(db);
    return rows.map(({ id }) => id);
  },
  mark: highlightPassages,
};

/** Ranked search on SQLite. */
export const rankedSearch = createRankedSearch(wordIndex);

function isWithin({ from, below }: IdSpan): RawBuilder<boolean> {
  // Literals, because bound numbers arrive as REAL, and FTS5 can't use these.
  const bounds = [
    ...(from === null ? [] : [sql<boolean>`rowid >= ${sql.lit(from)}`]),
    ...(below === null ? [] : [sql<boolean>`rowid < ${sql.lit(below)}`]),
  ];
  return bounds.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(bounds, sql` and `)}`;
}

async function countMatches(db: Db, condition: RawBuilder<unknown>, most: number): Promise<number> {
  const { rows } = await sql<{ docs: number }>`
    select count(*) as docs
    from (select 1 from search_words where search_words match ${condition} limit ${most})`.execute(db);
  return rows[0]?.docs ?? 0;
}
