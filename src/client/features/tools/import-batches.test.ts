import { expect, test } from "vitest";

import { batchesOf } from "./import-batches.ts";

const MAPPING = { name: "Name" };

test("rows are parted into calls, each knowing its place in the file", () => {
  const rows = Array.from({ length: 5 }, (_, index) => ({ Name: `Tool ${index}` }));
  const batches = batchesOf(rows, MAPPING, 2);
  expect(batches.map(({ first, rows: part }) => [first, part.length])).toEqual([
    [1, 2],
    [3, 2],
    [5, 1],
  ]);
});

test("no call grows too large for the server", () => {
  const rows = Array.from({ length: 4 }, () => ({ Name: "é".repeat(150_000) }));
  expect(batchesOf(rows, MAPPING, 100).map(({ first }) => first)).toEqual([1, 3]);
});

test("columns that nobody mapped stay at home, and rows that are no objects go as they are", () => {
  expect(batchesOf([{ Name: "A", Secret: "x" }, ["a", "b"], 7], MAPPING, 10)).toEqual([
    { first: 1, rows: [{ Name: "A" }, ["a", "b"], 7] },
  ]);
});
