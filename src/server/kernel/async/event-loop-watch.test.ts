import { expect, test } from "vitest";

import { createEventLoopWatch } from "./event-loop-watch.ts";

/** Blocks this thread for `milliseconds`. */
function blockThread(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end) Math.random();
}

const waitForTicks = async () => {
  for (let tick = 0; tick < 3; tick += 1) await new Promise((resolve) => setTimeout(resolve, 0));
};

test("measures the first request after a rest", async () => {
  const watch = createEventLoopWatch();
  watch.start();
  watch.recordActivity();
  blockThread(120);
  await expect.poll(() => watch.read().longestMs).toBeGreaterThanOrEqual(100);
});

test("reports the longest hold of the hour, even without requests", async () => {
  const watch = createEventLoopWatch();
  expect(watch.read()).toEqual({ p99Ms: 0, longestMs: 0 });
  watch.start();
  await expect
    .poll(async () => {
      blockThread(120);
      await waitForTicks();
      return watch.read().longestMs;
    })
    .toBeGreaterThanOrEqual(100);
});
