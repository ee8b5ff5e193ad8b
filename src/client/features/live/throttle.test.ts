import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { throttle } from "./refresh.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("runs immediately for the first call of a burst, and again after half a second", async () => {
  const work = vi.fn<() => Promise<void>>().mockResolvedValue();
  const ask = throttle(work);
  for (let count = 0; count < 50; count += 1) ask();
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(499);
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5000);
  expect(work).toHaveBeenCalledTimes(2);
  ask();
  expect(work).toHaveBeenCalledTimes(3);
});

test("does not start slow work again before it ends or fails", async () => {
  const { promise, reject } = Promise.withResolvers<void>();
  const work = vi.fn<() => Promise<void>>().mockReturnValueOnce(promise).mockResolvedValue();
  const ask = throttle(work);
  ask();
  ask();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(work).toHaveBeenCalledTimes(1);
  reject(new Error("no answer"));
  await vi.advanceTimersByTimeAsync(0);
  expect(work).toHaveBeenCalledTimes(2);
});
