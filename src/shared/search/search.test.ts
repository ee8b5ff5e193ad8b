import { assert, property, string } from "fast-check";
import { expect, test } from "vitest";

import { MAX_SEARCH_LENGTH, parseSearch, type SearchQuery } from "./search.ts";

const nothing: SearchQuery = {
  words: [],
  endsInWord: false,
  phrases: [],
  excluded: [],
  kinds: [],
  tags: [],
  by: [],
  verdicts: [],
  after: null,
  before: null,
  isCommon: false,
  hints: [],
};

const former = new Map<string, unknown>(Object.entries(nothing));

/** Returns the fields of a parsed query that differ from the defaults. */
const read = (typed: string): Partial<SearchQuery> =>
  Object.fromEntries(
    Object.entries(parseSearch(typed)).filter(
      ([key, value]) => key !== "endsInWord" && JSON.stringify(value) !== JSON.stringify(former.get(key)),
    ),
  );

test("parses all parts of the grammar from one line", () => {
  expect(
    read('kind:paper tag:rag by:"Ada Lovelace" after:2026-01 before:2026-03 "exact phrase" -word graphs'),
  ).toEqual({
    kinds: ["paper"],
    tags: ["rag"],
    by: ["Ada Lovelace"],
    after: "2026-01-01T00:00:00.000Z",
    before: "2026-03-01T00:00:00.000Z",
    phrases: ["exact phrase"],
    excluded: ["word"],
    words: ["graphs"],
  });
});

test.each([
  ["kind:News", { kinds: ["article"] }],
  ["kind:tools kind:tool kind:comment", { kinds: ["tool", "comment"] }],
  ["KIND:paper", { kinds: ["paper"] }],
  ["tag:a tag:b", { tags: ["a", "b"] }],
  ["after:2026", { after: "2026-01-01T00:00:00.000Z" }],
  [
    "after:2026-02-29 x",
    { words: ["after", "2026-02-29", "x"], hints: [expect.stringContaining("is not a date")] },
  ],
  ["after:2025 after:2026-05-02", { after: "2026-05-02T00:00:00.000Z" }],
  ["before:2026 before:2027", { before: "2026-01-01T00:00:00.000Z" }],
  ['-"two words" -one', { excluded: ["two words", "one"] }],
  ['"never closed', { phrases: ["never closed"] }],
  ['tag:"never closed', { tags: ["never closed"] }],
  ["“curly quotes”", { phrases: ["curly quotes"] }],
  ['say"hi there"', { words: ["say"], phrases: ["hi there"] }],
  ["GPT gpt", { words: ["gpt"] }],
  ["gpt-4o c++ node.js", { words: ["gpt-4o", "c++", "node.js"] }],
  ["*** -- ( ) ^ !!", {}],
  ["a\u0000b\u200bc", { words: ["b", "c", "a"].toSorted() }],
  ["https://example.org/a", { words: ["https", "//example.org/a"] }],
])("parses %s as intended", (typed, expected) => {
  expect(read(typed)).toEqual(expected);
});

test.each([
  ["colour:red", ["colour", "red"], "There is no filter “colour:”"],
  ["kind:video", ["kind", "video"], "There is no kind “video”"],
  ["kind:constructor", ["kind", "constructor"], "There is no kind “constructor”"],
  ["toString:x", ["toString", "x"], "There is no filter “tostring:”"],
  ["after:tomorrow", ["after", "tomorrow"], "“tomorrow” is not a date"],
  ["kind:", ["kind:"], "Add a value for kind:, such as kind:paper"],
])("treats %s as words, with a hint", (typed, words, hint) => {
  expect(read(typed)).toEqual({ words, hints: [expect.stringContaining(hint)] });
});

test("explains that only words can be excluded, not filters", () => {
  expect(read("rag -kind:paper")).toEqual({
    words: ["rag"],
    excluded: ["kind paper"],
    hints: ["Filters can't be excluded: - excludes words and phrases"],
  });
});

test("shows the newest for only common words, with a hint", () => {
  expect(read("what is the")).toEqual({
    words: ["what", "is", "the"],
    isCommon: true,
    hints: ["Only common words: showing the newest"],
  });
  expect(parseSearch("what is rag").isCommon).toBe(false);
  expect(parseSearch('"what is"').isCommon).toBe(false);
});

test("truncates a query beyond 200 characters, with a hint", () => {
  const { words, hints } = parseSearch(`${"😀".repeat(195)} abcdefgh`);
  expect(words).toEqual(["abcd"]);
  expect(hints).toEqual([`Only the first ${MAX_SEARCH_LENGTH} characters are used`]);
});

test.each([
  ["transf", true],
  ["transf ", false],
  ['"transf"', false],
])("detects if %s ends in an unfinished word", (typed, expected) => {
  expect(parseSearch(typed).endsInWord).toBe(expected);
});

test("parses any text without an error, and never lengthens it", () => {
  assert(
    property(string({ unit: "binary", maxLength: 400 }), (typed) => {
      const { words, phrases, excluded } = parseSearch(typed);
      const text = [...words, ...phrases, ...excluded].join("");
      expect(text.length).toBeLessThanOrEqual(typed.length + MAX_SEARCH_LENGTH);
    }),
  );
});

test("filters with the wide colon of Chinese and Japanese input methods", () => {
  expect(parseSearch("模型 kind：paper Verdict：hold 标题：副标题")).toMatchObject({
    words: ["模型", "标题：副标题"],
    kinds: ["paper"],
    verdicts: ["hold"],
    hints: [],
  });
});
