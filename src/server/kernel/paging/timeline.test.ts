import { expect, onTestFinished, test, vi } from "vitest";

import { readSortKeys } from "./timeline.ts";

/** How many candidates each slice had of a list of 2,000 in which nothing fits, when a look at one takes so long. */
async function slicesOf(msOfLook: number, holdsThread: boolean): Promise<number[]> {
  let now = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const slices: number[] = [];
  const page = await readSortKeys(
    {
      holdsThread,
      source: ({ before, count }) => {
        const from = Math.min(before, 2001);
        const places = Array.from({ length: Math.min(count, from - 1) }, (_, index) => from - 1 - index);
        return Promise.resolve(places);
      },
      fits: (places) => {
        slices.push(places.length);
        now += places.length * msOfLook;
        return Promise.resolve(new Set());
      },
    },
    { limit: 50 },
  );
  expect(page).toEqual({ places: [], nextCursor: null, isCutShort: false });
  expect(slices.reduce((sum, size) => sum + size)).toBe(2000);
  return slices;
}

test("a list is looked through in slices that grow", async () => {
  expect(await slicesOf(0.01, true)).toEqual([60, 240, 500, 500, 500, 200]);
});

test("P5: where a look at each takes long, slices stay so small that others come in between", async () => {
  const slices = await slicesOf(1, true);
  expect(slices[0]).toBe(60);
  expect(Math.max(...slices.slice(1))).toBe(20);
});

test("where a server looks and others come in between anyhow, slices grow however long it takes", async () => {
  expect(await slicesOf(1, false)).toEqual([60, 240, 500, 500, 500, 200]);
});
