/** Ranked search by SQLite's full-text index. */
import { type RawBuilder, sql } from "kysely";

import { separateLetters } from "#shared/search/words.ts";

import type { Db } from "../database.ts";
import {
  type IdSpan,
  type Match,
  type WordIndex,
  beginningOf,
  MATCH_END,
  MATCH_START,
  type Passage,
  type PreparedQuery,
} from "../search/ranked-search.ts";
import { facetsOf } from "../search/search-facets.ts";
import { createRankedSearch } from "../search/search-words.ts";
import { quoteFullText } from "./full-text.ts";

/**
 * Separates the letters of words without spaces, because SQLite would index such a word as one. No text contains it.
 */
const SEPARATOR = "\u0001";
const separate = (text: string): string => separateLetters(text, SEPARATOR);
const joinLetters = (text: string): string => text.replaceAll(SEPARATOR, "");

const phrase = (text: string): Match => quoteFullText(separate(text));

/** Maximum length of a shown passage, in words. */
const PASSAGE_WORDS = 32;
/**
 * Maximum number of matching words in a body. SQLite compares each match with all others to choose the passage: this
 * number takes tens of milliseconds, 100,000 take hours. A word may match every word and phrase of the query.
 */
const MAX_MATCHES = 2000;

/**
 * Highlights passages. The index doesn't store texts, so the texts of the results are indexed temporarily by the same
 * rules.
 */
async function highlightPassages(
  db: Db,
  { query, all, some }: PreparedQuery,
  passages: readonly Passage[],
): Promise<Passage[]> {
  const expressions = [...all, ...some.map(({ match }) => match), ...query.phrases.map(phrase)];
  await sql`create virtual table if not exists temp.passages using fts5(
    title, body, tokenize='porter unicode61 remove_diacritics 2')`.execute(db);
  await sql`delete from temp.passages`.execute(db);
  for (const [index, { title, body }] of passages.entries()) {
    await sql`insert into temp.passages (rowid, title, body) values (${index}, ${separate(title)}, ${separate(body)})`.execute(
      db,
    );
  }
  const match = expressions.length === 0 ? '""' : expressions.join(" OR ");
  const titles = await highlightTitles(db, match, Math.max(1, Math.floor(MAX_MATCHES / expressions.length)));
  const { rows } = await sql<{ place: number; body: string }>`
    select rowid as place,
      snippet(passages, 1, ${MATCH_START}, ${MATCH_END}, ${"…"}, ${sql.lit(PASSAGE_WORDS)}) as body
    from temp.passages where passages match ${match}`.execute(db);
  const bodies = new Map(rows.map(({ place, body }) => [place, body]));
  return passages.map(({ title, body }, index) => ({
    title: joinLetters(titles.get(index) ?? title),
    body: joinLetters(bodies.get(index) ?? beginningOf(body)),
  }));
}

/** Returns the highlighted titles by position. Cuts bodies after `most` matching words. */
async function highlightTitles(db: Db, match: string, most: number): Promise<Map<number, string>> {
  const { rows } = await sql<Passage & { place: number }>`
    select rowid as place,
      highlight(passages, 0, ${MATCH_START}, ${MATCH_END}) as title,
      highlight(passages, 1, ${MATCH_START}, ${MATCH_END}) as body
    from temp.passages where passages match ${match}`.execute(db);
  for (const { place, body } of rows) {
    const cut = cutMatches(body, most);
    if (cut === null) continue;
    await sql`update temp.passages set body = ${cut} where rowid = ${place}`.execute(db);
  }
  return new Map(rows.map(({ place, title }) => [place, title]));
}

/** Matches at least as many words as FTS5, which treats some non-ASCII letters and accents as separators. */
const WORD = /[a-z\d]+|[^a-z\d]/giu;

/** Removes the highlighting from a text and cuts it after `most` matches. Null if it has no more. */
function cutMatches(highlighted: string, most: number): string | null {
  const [before = "", ...pieces] = highlighted.split(MATCH_START);
  const parts = [before];
  let remaining = most;
  for (const piece of pieces) {
    const [match = "", rest = ""] = piece.split(MATCH_END);
    const words = Array.from(match.matchAll(WORD));
    const next = words[remaining];
    if (next) return parts.join("") + match.slice(0, next.index);
    remaining -= words.length;
    parts.push(match, rest);
  }
  return null;
}

const wordIndex: WordIndex = {
  phrase,
  beginning: (text) => `${phrase(text)} *`,
  inPeople: (name) => `{people} : ${phrase(name)}`,
  anyFacet: (facets) => `{facets} : (${facets.map(quoteFullText).join(" OR ")})`,
  allOf: (matches) => `(${matches.join(" AND ")})`,
  anyOf: (matches) => `(${matches.join(" OR ")})`,
  except: (match, excluded) => `(${match}) NOT (${excluded.join(" OR ")})`,

  async put(db, docs) {
    // Inserted in id order. Otherwise, FTS5 would write a part of its index for each doc.
    const rows = docs.map(
      ({ id, doc }) =>
        sql`(${id}, ${separate(doc.title)}, ${separate(doc.body)}, ${separate(doc.people)}, ${facetsOf(doc).join(" ")})`,
    );
    await sql`insert into search_words (rowid, title, body, people, facets) values ${sql.join(rows)}`.execute(
      db,
    );
  },
  async drop(db, ids) {
    for (const id of ids) await sql`delete from search_words where rowid = ${id}`.execute(db);
  },
  estimate: (db, match, most) => countMatches(db, sql`${match}`, most),
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
  highlight: highlightPassages,
};

/** Ranked search on SQLite. */
export const rankedSearch = createRankedSearch(wordIndex);

function isWithin({ from, below }: IdSpan): RawBuilder<boolean> {
  // Numbers are literals, because bound numbers arrive as REAL, which FTS5 can't use.
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
