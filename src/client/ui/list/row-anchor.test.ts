import { expect, test } from "vitest";

import { findAnchor } from "./row-anchor.ts";

const HEIGHT = 10;
const rows = (ids: string) => Array.from(ids, (id) => ({ id }));

/** Rows ten pixels high; the visible part starts at `line`. */
const shift = (before: string, now: string, line: number) =>
  findAnchor({
    placed: rows(before).map(({ id }, index) => ({ id, start: index * HEIGHT, end: (index + 1) * HEIGHT })),
    line,
    before: rows(before),
    now: rows(now),
    startNow: (index) => index * HEIGHT,
  })?.shift ?? null;

test.for([
  ["one comes above", "ABCDE", "NABCDE", 25, 10],
  ["one goes above", "ABCDE", "BCDE", 25, -10],
  ["one goes and two come above", "ABCDE", "MBNLCDE", 25, 20],
  ["one comes below", "ABCDE", "ABCDEN", 25, 0],
  ["the first in sight goes: the next one counts", "ABCDE", "NABDE", 25, 0],
  ["all in sight go", "ABCDE", "A", 25, null],
  ["the list begins in sight", "ABCDE", "NABCDE", 0, null],
  ["the first row is half out of sight", "ABCDE", "NABCDE", 5, 10],
  ["the order is another one", "ABCDE", "EDCBA", 25, null],
  ["there were none", "", "ABC", 0, null],
] as const)("%s", ([, before, now, line, expected]) => {
  expect(shift(before, now, line)).toBe(expected);
});
