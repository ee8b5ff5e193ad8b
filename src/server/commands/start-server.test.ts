import { createServer } from "node:http";

import { expect, onTestFinished, test, vi } from "vitest";

import { collectGarbageWhenQuiet } from "./start-server.ts";

test("collects garbage once, after the first second without a request", () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers();
  const collect = vi.fn<() => void>();
  const server = createServer();
  collectGarbageWhenQuiet(server, collect);
  for (let request = 0; request < 5; request += 1) {
    vi.advanceTimersByTime(900);
    server.emit("request");
  }
  expect(collect).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  server.emit("request");
  vi.advanceTimersByTime(60_000);
  expect(collect).toHaveBeenCalledOnce();
});
