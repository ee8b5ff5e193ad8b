import { expect, onTestFinished, test, vi } from "vitest";

import { readSortKeys } from "./timeline.ts";

/** Returns the number of candidates in each slice of a list of 2,000 without a match. Each check takes `checkMs`. */
async function slicesOf(checkMs: number, blocksThread: boolean): Promise<number[]> {
  let now = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const slices: number[] = [];
  const page = await readSortKeys(
    {
      blocksThread,
      source: ({ before, count }) => {
        const from = Math.min(before, 2001);
        const sortKeys = Array.from({ length: Math.min(count, from - 1) }, (_, index) => from - 1 - index);
        return Promise.resolve(sortKeys);
      },
      filter: (sortKeys) => {
        slices.push(sortKeys.length);
        now += sortKeys.length * checkMs;
        return Promise.resolve(new Set());
      },
    },
    { limit: 50 },
  );
  expect(page).toEqual({ sortKeys: [], nextCursor: null, isCutShort: false });
  expect(slices.reduce((sum, size) => sum + size)).toBe(2000);
  return slices;
}

test("scans a list in growing slices", async () => {
  expect(await slicesOf(0.01, true)).toEqual([60, 240, 500, 500, 500, 200]);
});

test("P5: scans in small slices if each check is slow, so that other work can run", async () => {
  const slices = await slicesOf(1, true);
  expect(slices[0]).toBe(60);
  expect(Math.max(...slices.slice(1))).toBe(20);
});

test("grows slices even if checks are slow, on a server that runs other work anyway", async () => {
  expect(await slicesOf(1, false)).toEqual([60, 240, 500, 500, 500, 200]);
});
