import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";

import { MATCH_START, type Passage } from "#db/search/ranked-search.ts";
import { rankedSearch } from "#db/sqlite/full-text-search.ts";
import { openFileForReading } from "#db/sqlite/open-file.ts";
import { toRankedQuery } from "#server/kernel/search/search.queries.ts";
import { parseSearch } from "#shared/search/search.ts";
import { testApp } from "#tests/support/test-app.ts";

/** A search of an empty archive, and the number of words compared to choose passages. */
async function searching(query: string) {
  const { database } = await testApp();
  const db = openFileForReading(database.name);
  onTestFinished(() => db.destroy());
  const asked = toRankedQuery(parseSearch(query), "words", []);
  const prepared = await rankedSearch.prepare(db, asked);
  return {
    asked: prepared.query,
    mark: (passages: readonly Passage[]) => rankedSearch.highlight(db, prepared, passages),
    async countWords(word: string) {
      await sql`create virtual table temp.words using fts5vocab(temp, passages, 'col')`.execute(db);
      const { rows } = await sql<{ count: number }>`
        select cnt as count from temp.words where term = ${word} and col = 'body'`.execute(db);
      return rows[0]?.count ?? 0;
    },
  };
}

/** Words that are equal to the index. */
const SAME = ["a!", "A.", "á?", "À;"];

test.each([
  ["words", `${SAME.join(" ")} b`, { words: ["À;", "b"] }],
  ["phrases", SAME.map((text) => `"${text} b"`).join(" "), { phrases: ["À; b"] }],
  ["exclusions", SAME.map((text) => `-${text}`).join(" "), { excluded: ["À;"] }],
  ["tags", "tag:sea tag:sky tag:sea", { tags: ["sea", "sky"] }],
])("P5: repeated %s are searched for once", async (_, query, once) => {
  expect((await searching(query)).asked).toMatchObject(once);
});

test.each([
  ["one word", '"a"', 2000],
  ["overlapping phrases", '"a" "a a" "a a a" "a a a a"', 500],
  ["phrases that merge into one mark", '"a a a a a"', 2000],
])("P5: a long text is compared with %s up to a limit of matching words", async (_, query, most) => {
  const { mark, countWords } = await searching(query);
  const [passage] = await mark([{ title: "Whales", body: "a!".repeat(10_000) }]);
  expect(passage?.body).toContain(`${MATCH_START}a`);
  expect(await countWords("a")).toBeLessThanOrEqual(most);
});

test("P5: accents that SQLite treats as spaces do not bypass the limit on words", async () => {
  const { mark, countWords } = await searching('"a a a"');
  await mark([{ title: "Whales", body: "a\u0310".repeat(10_000) }]);
  expect(await countWords("a")).toBeLessThanOrEqual(2000);
});

test("finds the best passage in a text with hundreds of matching words", async () => {
  const { mark } = await searching('"whale" "orca"');
  const body = `${"A whale swims by. ".repeat(600)}An orca meets a whale.`;
  expect(await mark([{ title: "Sea", body }])).toEqual([
    { title: "Sea", body: expect.stringContaining("An \u0002orca\u0003 meets a") },
  ]);
});
