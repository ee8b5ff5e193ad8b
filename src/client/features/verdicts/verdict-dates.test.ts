import { expect, test } from "vitest";

import { briefDay, dateInMonths, today } from "./verdict-words.ts";

const NOW = new Date(2026, 10, 24, 9, 30);

test("omits the current year from a day", () => {
  expect(briefDay("2026-05-03T10:00:00.000Z", NOW)).toBe("3 May");
  expect(briefDay("2025-05-03", NOW)).toBe("3 May 2025");
  expect(briefDay("2026-06-01", NOW)).toBe("1 June");
  expect(briefDay("no day", NOW)).toBe("");
});

test("clamps a day some months ahead to its month", () => {
  expect(dateInMonths(6, NOW)).toBe("2027-05-24");
  expect(dateInMonths(6, new Date(2026, 7, 31))).toBe("2027-02-28");
  expect(today(NOW)).toBe("2026-11-24");
});
