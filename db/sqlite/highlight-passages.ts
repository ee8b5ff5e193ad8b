import { sql } from "kysely";

import type { Db } from "../database.ts";
import {
  beginningOf,
  MATCH_END,
  MATCH_START,
  type Passage,
  type PreparedQuery,
} from "../search/ranked-search.ts";
import { quoteFullText } from "./full-text.ts";

/** Maximum length of a shown passage, in words. */
const WORDS_OF_PASSAGE = 32;
/**
 * SQLite compares each match with all others to choose the passage. This number takes tens of milliseconds, 100,000
 * take hours. A word may match every word and phrase of the query.
 */
const MOST_MATCHES = 2000;

/** Highlights passages. The index doesn't store texts, so the shown ones are indexed temporarily by the same rules. */
export async function highlightPassages(
  db: Db,
  { query, all, some }: PreparedQuery,
  passages: readonly Passage[],
): Promise<Passage[]> {
  const wanted = [...all, ...some.map(({ match }) => match), ...query.phrases.map(quoteFullText)];
  await sql`create virtual table if not exists temp.passages using fts5(
    title, body, tokenize='porter unicode61 remove_diacritics 2')`.execute(db);
  await sql`delete from temp.passages`.execute(db);
  for (const [index, { title, body }] of passages.entries()) {
    await sql`insert into temp.passages (rowid, title, body) values (${index}, ${title}, ${body})`.execute(
      db,
    );
  }
  const match = wanted.length === 0 ? '""' : wanted.join(" OR ");
  const titles = await markTitles(db, match, Math.max(1, Math.floor(MOST_MATCHES / wanted.length)));
  const { rows } = await sql<{ place: number; body: string }>`
    select rowid as place,
      snippet(passages, 1, ${MATCH_START}, ${MATCH_END}, ${"…"}, ${sql.lit(WORDS_OF_PASSAGE)}) as body
    from temp.passages where passages match ${match}`.execute(db);
  const bodies = new Map(rows.map(({ place, body }) => [place, body]));
  return passages.map(({ title, body }, index) => ({
    title: titles.get(index) ?? title,
    body: bodies.get(index) ?? beginningOf(body),
  }));
}

/** Returns the highlighted titles by position. Cuts bodies after `most` matching words. */
async function markTitles(db: Db, match: string, most: number): Promise<Map<number, string>> {
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

/** Counts at least as many words as FTS5, which treats some non-ASCII letters and accents as separators. */
const WORD = /[a-z\d]+|[^a-z\d]/giu;

/** Removes the highlighting from a text and cuts it after `most` matches. Null if it has no more. */
function cutMatches(marked: string, most: number): string | null {
  const [before = "", ...pieces] = marked.split(MATCH_START);
  const kept = [before];
  let left = most;
  for (const piece of pieces) {
    const [match = "", rest = ""] = piece.split(MATCH_END);
    const words = Array.from(match.matchAll(WORD));
    const next = words[left];
    if (next) return kept.join("") + match.slice(0, next.index);
    left -= words.length;
    kept.push(match, rest);
  }
  return null;
}
