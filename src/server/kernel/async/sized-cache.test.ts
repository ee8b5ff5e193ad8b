import { expect, test } from "vitest";

import { SizedCache } from "./sized-cache.ts";

const cacheOfTexts = () => new SizedCache<string>(10, (text) => text.length);

test("evicts the oldest values beyond the total size", () => {
  const cache = cacheOfTexts();
  for (const key of ["a", "b", "a", "c"]) cache.set(key, "four");
  expect(["a", "b", "c"].map((key) => cache.get(key) !== undefined)).toEqual([true, false, true]);
  cache.set("d", "2!");
  expect(["a", "c", "d"].map((key) => cache.get(key) !== undefined)).toEqual([true, true, true]);
});

test("does not store a value that is larger than the cache", () => {
  const cache = cacheOfTexts();
  cache.set("a", "four");
  cache.set("b", "eleven signs");
  expect(["a", "b"].map((key) => cache.get(key))).toEqual([undefined, undefined]);
  cache.set("a", "four");
  expect(cache.get("a")).toBe("four");
});
