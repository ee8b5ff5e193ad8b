import { getEventListeners } from "node:events";

import { expect, test } from "vitest";

import { untilAborted } from "./until-aborted.ts";

test("work that ignores its signal is left behind when the signal is aborted", async () => {
  const controller = new AbortController();
  const result = untilAborted(new Promise(() => {}), controller.signal);
  controller.abort(new Error("Enough"));
  await expect(result).rejects.toThrow("Enough");
  await expect(untilAborted(Promise.resolve(1), controller.signal, () => "over")).rejects.toBe("over");
});

test("a signal that lasts holds nothing of the work that is done", async () => {
  const { signal } = new AbortController();
  for (let count = 0; count < 3; count += 1)
    expect(await untilAborted(Promise.resolve(count), signal)).toBe(count);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});
