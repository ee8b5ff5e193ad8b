import { expect, test } from "vitest";

import { createDayFormatter, lastDays, timeZoneSchema } from "./day-counts.ts";

test("maps one moment to different days around the world", () => {
  const moment = new Date("2026-03-08T23:30:00Z");
  expect(createDayFormatter("UTC")(moment)).toBe("2026-03-08");
  expect(createDayFormatter("Asia/Kathmandu")(moment)).toBe("2026-03-09");
  expect(createDayFormatter("America/Los_Angeles")(new Date("2026-03-08T06:59:00Z"))).toBe("2026-03-07");
});

test("counts the last thirty days once each, even when clocks change", () => {
  const days = lastDays("2026-03-30");
  expect(days).toHaveLength(30);
  expect(new Set(days).size).toBe(30);
  expect([days[0], days.at(-1)]).toEqual(["2026-03-01", "2026-03-30"]);
});

test.each(["Europe/Berlin", "UTC", "+05:30"])("accepts %s as a time zone", (name) => {
  expect(timeZoneSchema.safeParse(name).success).toBe(true);
});

test.each(["", "Mars/Olympus", "a".repeat(200)])("rejects %j as a time zone", (name) => {
  expect(timeZoneSchema.safeParse(name).success).toBe(false);
});
