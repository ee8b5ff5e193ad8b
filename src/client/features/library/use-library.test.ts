import { expect, test } from "vitest";

import { preserveOrder } from "./use-library.ts";

const items = (ids: string) => Array.from(ids, (id) => ({ id }));
const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id).join("");
const preserve = (before: string, now: string, staying = "") =>
  idsOf(preserveOrder(items(before), items(now), new Set(staying)));

test.for([
  ["leaves an edited item in its position", "ABCD", "CABD", "ABCD"],
  ["leaves several edited items in their positions", "ABCDE", "DBACE", "ABCDE"],
  ["removes a deleted item", "ABCD", "ABD", "ABD"],
  ["puts an added item into its sorted position", "ABCD", "NABCD", "NABCD"],
  ["puts added items into the middle and at the end", "ABCD", "ABNCDM", "ABNCDM"],
  ["ignores items that moved up around an added one", "ABCD", "CNABD", "NABCD"],
  ["ignores an item that moved up from below an added one", "ABCD", "NCABD", "NABCD"],
  ["ignores a first item that moved down below an added one", "ABCD", "BCDNA", "ABCDN"],
  ["handles edited, deleted and added items at once", "ABCDEF", "EMBCANF", "AMBCENF"],
  ["shows all items of a list that was empty", "", "ABC", "ABC"],
  ["shows an empty list if all items are deleted", "ABC", "", ""],
] as const)("%s", ([, before, now, expected]) => {
  expect(preserve(before, now)).toBe(expected);
});

test("leaves a deleted item that is to stay in its position", () => {
  expect(preserve("ABCD", "NABD", "C")).toBe("NABCD");
  expect(preserve("ABCD", "", "C")).toBe("C");
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
