import { sql } from "kysely";

import type { Db } from "../database.ts";
import { MATCH_END, MATCH_START, type Passage, type PreparedQuery } from "../search/ranked-search.ts";
import { quoteFullText } from "./full-text.ts";

/** The longest passage that is shown, in words. */
const WORDS_OF_PASSAGE = 32;
/**
 * To choose the passage, SQLite compares each match in a text with each other. With so many it takes some tens of
 * milliseconds for a text, with 100,000 hours; a word may be a match of every word and phrase of the query.
 */
const MOST_MATCHES = 2000;

/** Texts are not kept in the index; those that are shown are indexed for the moment, by the same rules. */
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
      snippet(passages, 1, ${MATCH_START}, ${MATCH_END}, '…', ${sql.lit(WORDS_OF_PASSAGE)}) as body
    from temp.passages where passages match ${match}`.execute(db);
  const bodies = new Map(rows.map(({ place, body }) => [place, body]));
  return passages.map((passage, index) => {
    const { title, body } = withBeginning(passage);
    return { title: titles.get(index) ?? title, body: bodies.get(index) ?? body };
  });
}

/** The marked titles by place; bodies with more words that match than so many are cut there. */
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

/** At least as many words as FTS5 sees: it takes some letters and accents beyond ASCII for what stands between words. */
const WORD = /[a-z\d]+|[^a-z\d]/giu;

/** A marked text without its marks, up to so many words that match; null where there are no more. */
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

const LETTERS_OF_BEGINNING = 200;

function withBeginning({ title, body }: Passage): Passage {
  const start = body.slice(0, LETTERS_OF_BEGINNING);
  return { title, body: start.length < body.length ? `${start.replace(/\S*$/u, "").trimEnd()}…` : body };
}
