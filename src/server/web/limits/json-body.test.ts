import { expect, test } from "vitest";

import { findExcess } from "./json-body.ts";

const find = (value: unknown) => findExcess(Buffer.from(JSON.stringify(value)));
const list = (length: number, item: unknown = 0) => Array.from({ length }, () => item);
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

test.each([
  ["the longest list that a call takes", { ids: list(10_000, "id") }],
  ["the widest import", { rows: list(2000, Object.fromEntries(list(60).map((_, at) => [`c${at}`, ""]))) }],
  ["commas, brackets and quotes in a text", { content: '",[{\\"'.repeat(60_000) }],
  ["the deepest allowed nesting", JSON.parse(nested(32))],
])("accepts %s", (_name, value) => {
  expect(find(value)).toBeUndefined();
});

test.each([
  ["a longer list", { tags: list(10_001) }, "has a list of more than 10,000 items"],
  ["an object with more fields", Object.fromEntries(list(10_001).map((_, at) => [at, 0])), "10,000 items"],
  ["more values in many lists", list(2000, list(80)), "has more than 150,000 values"],
  ["deeper nesting", JSON.parse(nested(33)), "is nested deeper than 32 levels"],
])("refuses %s", (_name, value, issue) => {
  expect(find(value)).toContain(issue);
});

test.each(['{"a": "', '{"a": "\\', "]]]]", ""])("leaves %j to the parser", (text) => {
  expect(findExcess(Buffer.from(text))).toBeUndefined();
});
