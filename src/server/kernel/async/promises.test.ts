import { getEventListeners } from "node:events";

import { expect, test } from "vitest";

import { untilAborted } from "./promises.ts";

test("abandons work that ignores its aborted signal", async () => {
  const controller = new AbortController();
  const result = untilAborted(new Promise(() => {}), controller.signal);
  controller.abort(new Error("Enough"));
  await expect(result).rejects.toThrow("Enough");
  await expect(untilAborted(Promise.resolve(1), controller.signal, () => "over")).rejects.toBe("over");
});

test("removes its listeners from a lasting signal", async () => {
  const { signal } = new AbortController();
  for (let count = 0; count < 3; count += 1)
    expect(await untilAborted(Promise.resolve(count), signal)).toBe(count);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});
