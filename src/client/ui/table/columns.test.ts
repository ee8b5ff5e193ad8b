import { expect, test } from "vitest";

import { remainingColumns, columnWidths, countRemovalSteps } from "./columns.ts";

const COLUMNS = [
  { key: "name", width: 12, grow: 1 },
  { key: "company", width: 8, grow: 1, removalOrder: 2 },
  { key: "about", width: 10, grow: 1, removalOrder: 1 },
  { key: "modality", width: 7 },
];

const keysIn = (room: number) => {
  const steps = countRemovalSteps(COLUMNS, room);
  return steps === null ? null : remainingColumns(COLUMNS, steps).map(({ key }) => key);
};

test("hides columns in order, and never those without an order", () => {
  expect(keysIn(Infinity)).toEqual(["name", "company", "about", "modality"]);
  expect(keysIn(37)).toEqual(["name", "company", "about", "modality"]);
  expect(keysIn(36.9)).toEqual(["name", "company", "modality"]);
  expect(keysIn(27)).toEqual(["name", "company", "modality"]);
  expect(keysIn(26.9)).toEqual(["name", "modality"]);
  expect(keysIn(19)).toEqual(["name", "modality"]);
  expect(keysIn(18.9)).toBeNull();
});

test("shares the remaining width among growing columns, and leaves rounding to the first", () => {
  expect(columnWidths(COLUMNS, 6.5)).toEqual([
    undefined,
    "calc(8rem + (100cqw - 43.5rem) * 1 / 3)",
    "calc(10rem + (100cqw - 43.5rem) * 1 / 3)",
    "7rem",
  ]);
});
