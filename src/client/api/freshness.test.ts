import { expect, onTestFinished, test, vi } from "vitest";

import { freshnessHeaders, noteChangeElsewhere } from "./freshness.ts";

test("requests fresh data for five seconds after a change, and not otherwise", () => {
  let now = 60_000;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  expect(freshnessHeaders()).toEqual({});
  noteChangeElsewhere();
  expect(freshnessHeaders()).toEqual({ "x-after-change": "1" });
  now += 4999;
  expect(freshnessHeaders()).toEqual({ "x-after-change": "1" });
  now += 1;
  expect(freshnessHeaders()).toEqual({});
});
