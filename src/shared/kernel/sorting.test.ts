import { expect, test } from "vitest";

import { nextSort, sortRows } from "./sorting.ts";

const rows = [
  { name: "beta", date: "2026-03-01T00:00:00Z" },
  { name: "Alpha", date: "2025-03-01T00:00:00+02:00" },
  { name: null, date: "2026-02-01T00:00:00Z" },
];
const namesOf = (sorted: typeof rows) => sorted.map(({ name }) => name);

test("sorts ascending on the first click, descending on the second, and restarts with another column", () => {
  const first = nextSort(null, "name");
  expect(first).toEqual({ column: "name", direction: "asc" });
  const second = nextSort(first, "name");
  expect(second.direction).toBe("desc");
  expect(nextSort(second, "name").direction).toBe("asc");
  expect(nextSort<string>(second, "date")).toEqual({ column: "date", direction: "asc" });
});

test("compares text in lower case, and missing values as empty", () => {
  expect(namesOf(sortRows(rows, { column: "name", direction: "asc" }))).toEqual([null, "Alpha", "beta"]);
  expect(namesOf(sortRows(rows, { column: "name", direction: "desc" }))).toEqual(["beta", "Alpha", null]);
});

test("compares dates as times", () => {
  expect(namesOf(sortRows(rows, { column: "date", direction: "asc" }, ["date"]))).toEqual([
    "Alpha",
    null,
    "beta",
  ]);
});

test("preserves the order without a sort, and never changes the list", () => {
  expect(sortRows(rows, null)).toEqual(rows);
  sortRows(rows, { column: "name", direction: "asc" });
  expect(namesOf(rows)).toEqual(["beta", "Alpha", null]);
});
