import { expect, test } from "vitest";

import type { PreparedQuery, WordIndex } from "#db/search/ranked-search.ts";
import { createRankedSearch } from "#db/search/search-words.ts";
import { testApp } from "#tests/support/test-app.ts";

const QUERY: PreparedQuery["query"] = {
  text: "",
  words: ["deep", "model"],
  isTyping: false,
  phrases: [],
  excluded: [],
  kinds: [],
  tags: [],
  by: [],
  verdicts: [],
  after: null,
  before: null,
};

/** A search of 300 docs with an index that records its queries; `both` of them have both words. */
async function searchWith({
  docs,
  both,
  isTyping = false,
}: {
  docs: number;
  both: number;
  isTyping?: boolean;
}) {
  const { db } = await testApp();
  const ids = Array.from({ length: 300 }, (_, index) => 300 - index);
  await db
    .insertInto("search_docs")
    .values(ids.map((docId) => ({ docId, kind: "article", itemId: `doc ${docId}`, at: "2026-11-20" })))
    .execute();
  const asked: string[] = [];
  const idsOf = (match: string, limit: number) =>
    (match.includes("&") ? ids.slice(-both) : ids).slice(0, limit);
  const index: WordIndex = {
    phrase: (text) => text,
    beginning: (text) => `${text}*`,
    inPeople: (name) => name,
    anyFacet: (facets) => facets.join("|"),
    allOf: (matches) => matches.join("&"),
    anyOf: (matches) => matches.join("|"),
    except: (match) => match,
    put: () => Promise.resolve(),
    drop: () => Promise.resolve(),
    estimate: (_db, _match, most) => Promise.resolve(Math.min(docs, most)),
    count: () => Promise.resolve(0),
    newest(_db, match, { limit }) {
      asked.push(`newest ${limit} of ${match}`);
      return Promise.resolve(idsOf(match, limit));
    },
    best(_db, match, { candidates, limit }) {
      asked.push(`best of ${candidates} of ${match}`);
      return Promise.resolve(idsOf(match, limit));
    },
    highlight: (_db, _prepared, passages) => Promise.resolve([...passages]),
  };
  const search = createRankedSearch(index);
  const prepared = await search.prepare(db, { ...QUERY, isTyping });
  const found = await search.find(db, prepared, { kind: null, limit: 21 });
  return { asked, found: found.map(({ itemId }) => itemId) };
}

test("doesn't rank docs for two common words that rarely occur together: docs with both come first, then the newest", async () => {
  const { asked, found } = await searchWith({ docs: 50_000, both: 2 });
  expect(found).toHaveLength(21);
  expect(found.slice(0, 3)).toEqual(["doc 2", "doc 1", "doc 300"]);
  expect(asked).toEqual(["newest 22 of deep&model", "newest 21 of deep"]);
});

test("ranks only the newest docs with both of two common words that often occur together", async () => {
  const { asked, found } = await searchWith({ docs: 50_000, both: 200 });
  expect(found).toHaveLength(21);
  expect(asked).toEqual(["newest 22 of deep&model", "best of 5000 of deep&model"]);
});

test("treats a very common last word as complete while typing, and another as a beginning", async () => {
  expect((await searchWith({ docs: 50_000, both: 2, isTyping: true })).asked).toEqual([
    "newest 22 of deep&model",
    "newest 21 of deep",
  ]);
  expect((await searchWith({ docs: 40, both: 2, isTyping: true })).asked).toEqual([
    "best of 5000 of deep&model*",
    "best of 1000 of deep|model*",
  ]);
});

test("ranks rare words, with at most as many docs with one of them as with both", async () => {
  const { asked } = await searchWith({ docs: 40, both: 2 });
  expect(asked).toEqual(["best of 5000 of deep&model", "best of 1000 of deep|model"]);
});
