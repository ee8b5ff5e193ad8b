import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";

import { wordsOf } from "./words.ts";

const stemsOf = (text: string): string[] => Array.from(wordsOf(text), ({ stem }) => stem);

/** What SQLite's index has of a text. */
function termsOfSqlite(text: string): string[] {
  const sqlite = new Database(":memory:");
  onTestFinished(() => {
    sqlite.close();
  });
  sqlite.exec(`create virtual table words using fts5(text, tokenize='porter unicode61 remove_diacritics 2');
    create virtual table terms using fts5vocab(words, 'row')`);
  sqlite.prepare("insert into words values (?)").run(text);
  return sqlite.prepare<[], string>("select term from terms order by term").pluck().all();
}

/** English as it is written about software: what this repository says. */
const documents = (): string =>
  [".", "docs", "docs/decisions"]
    .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
    .filter((file) => file.endsWith(".md"))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");

test("the words of thousands of English sentences are those of SQLite's index", () => {
  const text = documents().replaceAll(/[^\p{ASCII}]/gu, " ");
  expect(new Set(stemsOf(text)).size).toBeGreaterThan(2000);
  expect([...new Set(stemsOf(text))].toSorted()).toEqual(termsOfSqlite(text));
});

test.each([
  "generalizations oscillators rationally possibly digitizer analogously triplicate formative formalize",
  "electricity hopefulness goodness revival allowance inference airliner gyroscopic adjustable defensible",
  "irritant replacement adjustment dependent adoption homologous communism activate angularity effective",
  "hopping tanned falling hissing fizzed failing filing agreed plastered bled motoring sing sky happy",
  "rate cease controlling rolls caresses ponies ties cats feed conflated troubled sized yyy ayy is as y by",
  "Ünïcode Éléphants façade Ångström Żółw İstanbul Київ Ёлка ΣΟΦΟΣ σοφος 東京 都 한국어 ٤٢",
])("words in any form and any letters are those of SQLite's index: %s", (text) => {
  expect([...new Set(stemsOf(text))].toSorted()).toEqual(termsOfSqlite(text));
});

test("each word is known by its place in the text", () => {
  expect(Array.from(wordsOf("A whale's ½ tail"))).toEqual([
    { start: 0, end: 1, stem: "a" },
    { start: 2, end: 7, stem: "whale" },
    { start: 8, end: 9, stem: "s" },
    { start: 10, end: 11, stem: "1" },
    { start: 10, end: 11, stem: "2" },
    { start: 12, end: 16, stem: "tail" },
  ]);
});

test("a word of any length is a word of the index, as far as a server takes it", () => {
  expect(stemsOf("𠮷".repeat(5000))).toEqual(["𠮷".repeat(125)]);
});
