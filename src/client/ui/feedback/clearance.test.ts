import { expect, test } from "vitest";

import { clearance } from "./clearance.ts";

const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });
const TOAST = { left: 16, right: 374, height: 70 };

test("appears at the lower edge without obstacles", () => {
  expect(clearance(TOAST, 844, [])).toBe(16);
  expect(clearance(TOAST, 844, [box(0, 0, 390, 56)])).toBe(16);
});

test("appears above a footer in its way, and beside one that is not", () => {
  expect(clearance(TOAST, 844, [box(0, 775, 390, 844)])).toBe(77);
  expect(clearance({ left: 1036, right: 1424, height: 70 }, 900, [box(400, 800, 1000, 876)])).toBe(16);
});

test("finds the gap between a title and a footer, and the next one above two", () => {
  expect(clearance(TOAST, 400, [box(0, 0, 390, 60), box(0, 331, 390, 400)])).toBe(77);
  expect(clearance(TOAST, 844, [box(0, 775, 390, 844), box(0, 700, 390, 740)])).toBe(152);
});

test("covers the smallest area if there is no gap", () => {
  const footer = box(0, 100, 390, 200);
  expect(clearance({ ...TOAST, height: 90 }, 200, [box(0, 0, 390, 30), footer])).toBe(108);
});
