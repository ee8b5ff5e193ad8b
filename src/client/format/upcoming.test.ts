import { expect, test } from "vitest";

import { dateTimeIn, duration, upcomingTime } from "./upcoming.ts";

const now = new Date("2026-11-21T10:00:00.000Z");

test("formats a future time as relative, and a past one as now", () => {
  expect(upcomingTime("2026-11-21T15:00:00.000Z", now)).toBe("in about 5 hours");
  expect(upcomingTime("2026-11-21T09:59:59.000Z", now)).toBe("now");
});

test("formats a time in a time zone", () => {
  expect(dateTimeIn("2026-11-22T01:00:00.000Z", "Europe/Berlin")).toBe("Nov 22, 2026, 2:00 AM");
  expect(dateTimeIn("2026-11-22T01:00:00.000Z", "America/New_York")).toBe("Nov 21, 2026, 8:00 PM");
});

test("formats a duration in suitable units", () => {
  const formatSeconds = (seconds: number) =>
    duration(now.toISOString(), new Date(now.getTime() + seconds * 1000).toISOString());
  expect([0.85, 12, 59.9, 200, 3900].map(formatSeconds)).toEqual([
    "850 ms",
    "12 s",
    "1 min 0 s",
    "3 min 20 s",
    "1 h 5 min",
  ]);
  expect(formatSeconds(-5)).toBe("0 ms");
});
