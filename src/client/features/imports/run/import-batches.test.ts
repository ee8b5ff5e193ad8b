import { expect, test } from "vitest";

import { nameInRow, UnreadableRow } from "#shared/imports/row.ts";

import { toBatches } from "./import-batches.ts";

const batches = (rows: readonly unknown[], maxRows: number) =>
  toBatches(rows, { columns: ["Name"], findName: (row) => nameInRow(row, "Name"), maxRows });
const numbers = (rows: readonly unknown[], maxRows: number) =>
  batches(rows, maxRows).map((batch) => batch.map(({ number }) => number));

test("splits rows into batches, with their row numbers", () => {
  const rows = Array.from({ length: 5 }, (_, index) => ({ Name: `Tool ${index}` }));
  expect(numbers(rows, 2)).toEqual([[1, 2], [3, 4], [5]]);
});

test("puts rows with the same name into one batch, if they fit", () => {
  const rows = ["Poet", "Coder", "Chef", " POET"].map((name) => ({ Name: name }));
  expect(numbers(rows, 3)).toEqual([[1, 4, 2], [3]]);
  expect(numbers([{ Name: "Chef" }, ...["a", "A", "a"].map((name) => ({ Name: name }))], 2)).toEqual([
    [1],
    [2, 3],
    [4],
  ]);
});

test("limits the size of each batch", () => {
  const rows = Array.from({ length: 4 }, () => ({ Name: "é".repeat(150_000) }));
  expect(numbers(rows, 100)).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test("omits unmapped columns, and sends rows that are not objects unchanged", () => {
  expect(batches([{ Name: "A", Secret: "x" }, ["a", "b"], 7], 10)).toEqual([
    [
      { number: 1, row: { Name: "A" } },
      { number: 2, row: ["a", "b"] },
      { number: 3, row: 7 },
    ],
  ]);
});

test("skips unreadable rows", () => {
  const rows = [{ Name: "A" }, new UnreadableRow("Row 2 has 1 cell"), { Name: "B" }];
  expect(numbers(rows, 10)).toEqual([[1, 3]]);
});

test("truncates a row that is larger than a call, but not to its field limits", () => {
  const row = { Name: "é".repeat(3_000_000) };
  const [[{ row: sent } = { row: null }] = []] = batches([row], 10);
  const name: string = Object(sent).Name;
  expect(name.length).toBeGreaterThan(200_000);
  expect(new TextEncoder().encode(JSON.stringify(sent)).length).toBeLessThan(700_000);
});
