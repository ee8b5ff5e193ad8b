import { expect, test } from "vitest";

import { matchesVerdict } from "./rings.ts";

test("filters by ring, or by missing verdict", () => {
  expect(matchesVerdict("trial", "trial")).toBe(true);
  expect(matchesVerdict("hold", "trial")).toBe(false);
  expect(matchesVerdict(undefined, "trial")).toBe(false);
  expect(matchesVerdict(undefined, "none")).toBe(true);
  expect(matchesVerdict("adopt", "none")).toBe(false);
  expect(matchesVerdict(undefined, null)).toBe(true);
});
