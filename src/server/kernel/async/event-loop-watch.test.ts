import { expect, test } from "vitest";

import { createEventLoopWatch } from "./event-loop-watch.ts";

/** Blocks this thread for `milliseconds`. */
function hold(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end) Math.random();
}

const nextTurns = async () => {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
};

test("measures the first request after a rest", async () => {
  const watch = createEventLoopWatch();
  watch.start();
  watch.noteWork();
  hold(120);
  await expect.poll(() => watch.read().longestMs).toBeGreaterThanOrEqual(100);
});

test("reports the longest hold of the hour, even without requests", async () => {
  const watch = createEventLoopWatch();
  expect(watch.read()).toEqual({ p99Ms: 0, longestMs: 0 });
  watch.start();
  await expect
    .poll(async () => {
      hold(120);
      await nextTurns();
      return watch.read().longestMs;
    })
    .toBeGreaterThanOrEqual(100);
});
