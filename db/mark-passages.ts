import { sql } from "kysely";

import { quoteFullText } from "./full-text.ts";
import type { Db } from "./open.ts";
import { MATCH_END, MATCH_START, type Passage, type PreparedQuery } from "./ranked-search.ts";

/** The longest passage that is shown, in words. */
const WORDS_OF_PASSAGE = 32;

/** Texts are not kept in the index; those that are shown are indexed for the moment, by the same rules. */
export async function markPassages(
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
  const { rows } = await sql<Passage & { place: number }>`
    select rowid as place,
      highlight(passages, 0, ${MATCH_START}, ${MATCH_END}) as title,
      snippet(passages, 1, ${MATCH_START}, ${MATCH_END}, '…', ${sql.lit(WORDS_OF_PASSAGE)}) as body
    from temp.passages where passages match ${match}`.execute(db);
  const marked = new Map(rows.map(({ place, title, body }) => [place, { title, body }]));
  return passages.map((passage, index) => marked.get(index) ?? withBeginning(passage));
}

const LETTERS_OF_BEGINNING = 200;

function withBeginning({ title, body }: Passage): Passage {
  const start = body.slice(0, LETTERS_OF_BEGINNING);
  return { title, body: start.length < body.length ? `${start.replace(/\S*$/u, "").trimEnd()}…` : body };
}
