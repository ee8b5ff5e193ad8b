import { expect, test } from "vitest";

import { preserveOrder } from "./use-library.ts";

const items = (ids: string) => Array.from(ids, (id) => ({ id }));
const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id).join("");
const reordered = (before: string, now: string, staying = "") =>
  idsOf(preserveOrder(items(before), items(now), new Set(staying)));

test.for([
  ["an edited one keeps its place", "ABCD", "CABD", "ABCD"],
  ["so do several, and one that sank", "ABCDE", "DBACE", "ABCDE"],
  ["one that is gone has none", "ABCD", "ABD", "ABD"],
  ["an added one comes where the order has it", "ABCD", "NABCD", "NABCD"],
  ["also in the middle and at the end", "ABCD", "ABNCDM", "ABNCDM"],
  ["whatever moved around it", "ABCD", "CNABD", "NABCD"],
  ["also when the one below it moved up", "ABCD", "NCABD", "NABCD"],
  ["also when the first one sank below all", "ABCD", "BCDNA", "ABCDN"],
  ["all at once", "ABCDEF", "EMBCANF", "AMBCENF"],
  ["nothing was there", "", "ABC", "ABC"],
  ["nothing is left", "ABC", "", ""],
] as const)("%s", ([, before, now, expected]) => {
  expect(reordered(before, now)).toBe(expected);
});

test("leaves a deleted item in its position", () => {
  expect(reordered("ABCD", "NABD", "C")).toBe("NABCD");
  expect(reordered("ABCD", "", "C")).toBe("C");
});

test("shows the current state of each item", () => {
  const shown = preserveOrder([{ id: "A", name: "old" }], [{ id: "A", name: "new" }]);
  expect(shown).toEqual([{ id: "A", name: "new" }]);
});

test("handles ten thousand items quickly", () => {
  const before = Array.from({ length: 10_000 }, (_, index) => ({ id: String(index) }));
  const now = [{ id: "new" }, ...before.toReversed()];
  expect(preserveOrder(before, now)).toHaveLength(10_001);
});
