import Database from "better-sqlite3";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";

import { engineOf } from "#db/engine.ts";
import { toRankedQuery } from "#server/kernel/search/search.queries.ts";
import { parseSearch } from "#shared/search/search.ts";
import { separateLetters } from "#shared/search/words.ts";
import { databaseWithoutTables, databaseWithTables } from "#tests/support/postgresql-engine.ts";

import { baseline } from "../migrations/baseline.ts";
import { CONFIGURATION, joinWords, wordsOf } from "./text-query.ts";

/** Returns the words of a text in the server's index. */
async function termsOfServer(text: string): Promise<string[]> {
  const { rows } = await sql<{ term: string }>`
    select term from unnest(tsvector_to_array(to_tsvector(${CONFIGURATION}, ${joinWords(wordsOf(text))}))) as term
    order by term collate "C"`.execute(await databaseWithTables());
  return rows.map(({ term }) => term);
}

/** Returns the words of a text in SQLite's index. */
function termsOfSqlite(text: string): string[] {
  const sqlite = new Database(":memory:");
  onTestFinished(() => {
    sqlite.close();
  });
  sqlite.exec(`create virtual table words using fts5(text, tokenize='porter unicode61 remove_diacritics 2');
    create virtual table terms using fts5vocab(words, 'row')`);
  sqlite.prepare("insert into words values (?)").run(separateLetters(text, " "));
  return sqlite.prepare<[], string>("select term from terms order by term").pluck().all();
}

test.each([
  "whale whales whaling whaled",
  "translate translates translated translating translator translators",
  "happy happiness",
  "reply replies replied",
  "possible possibly",
])("treats the forms of an English word as one word: %s", async (text) => {
  expect(await termsOfServer(text)).toHaveLength(1);
});

test.each([
  "the js of us is not as it will be for i, a and j",
  "Ünïcode Éléphants façade Ångström Żółw İstanbul Київ Ёлка ΣΟΦΟΣ σοφος 東京 都 한국어 ٤٢ ภาษาไทย עברית",
  "gpt4 4ever 1e5 v2 x86 3d 007",
])("splits short words, numbers and other scripts like SQLite's index: %s", async (text) => {
  expect(await termsOfServer(text)).toEqual(termsOfSqlite(text));
});

test("stores the position of each word in the text", () => {
  expect(Array.from(wordsOf("A Whale's ½ tail"))).toEqual([
    { start: 0, end: 1, word: "a" },
    { start: 2, end: 7, word: "whale" },
    { start: 8, end: 9, word: "s" },
    { start: 10, end: 11, word: "1" },
    { start: 10, end: 11, word: "2" },
    { start: 12, end: 16, word: "tail" },
  ]);
});

test("indexes words of any length that the server accepts", async () => {
  expect(await termsOfServer("𓀀".repeat(5000))).toEqual(["𓀀".repeat(125)]);
});

test("an index with former stems is queued for indexing, and stays searchable until then", async () => {
  const db = await databaseWithoutTables();
  await baseline(db);
  await sql`insert into search_docs values (1, 'tool', 'orca', '2026-11-20T12:00:00.000Z')`.execute(db);
  await sql`insert into search_words values (1, 2, $$'#kind0tool' 'whale':1A$$)`.execute(db);
  const { createSearchConfiguration, search } = engineOf(db);
  await createSearchConfiguration(db);
  expect(await db.selectFrom("settings").select("value").execute()).toEqual([
    { value: '{"kind":"tool","after":""}' },
  ]);
  const prepared = await search.prepare(db, toRankedQuery(parseSearch("whales"), "words", []));
  expect(await search.find(db, prepared, { kind: null, limit: 5 })).toMatchObject([{ itemId: "orca" }]);
});
