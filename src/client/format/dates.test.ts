import { describe, expect, test } from "vitest";

import {
  archiveDate,
  briefMoment,
  dateTime,
  dayKey,
  longDate,
  longFormDate,
  relativeTime,
  shortAge,
  shortAgo,
  time,
} from "./dates.ts";

const local = (...parts: [number, number, number, number?, number?]) => new Date(...parts).toISOString();
const march = local(2024, 2, 4, 15, 5);

describe("dates", () => {
  test("formats dates and times", () => {
    expect(longDate(march)).toBe("Monday, March 4, 2024");
    expect(longFormDate(march)).toBe("March 4, 2024");
    expect(dateTime(march)).toBe("Mar 4, 2024, 3:05 PM");
    expect(time(march)).toBe("3:05 PM");
  });

  test("uses the archive's date of a paper in every time zone", () => {
    expect(archiveDate("2024-03-04T00:01:00.000Z")).toBe("March 4, 2024");
    expect(archiveDate("2024-03-04T23:59:00.000Z")).toBe("March 4, 2024");
  });

  test("uses the browser's time zone for the day key", () => {
    expect(dayKey(local(2024, 0, 1, 0, 0))).toBe("2024-01-01");
    expect(dayKey(local(2024, 11, 31, 23, 59))).toBe("2024-12-31");
  });

  test("formats a relative time, and treats the future as now", () => {
    const now = new Date(2024, 2, 4, 15, 10);
    expect(relativeTime(march, now)).toBe("5 minutes ago");
    expect(relativeTime(local(2024, 2, 4, 16, 0), now)).toBe("less than a minute ago");
  });

  test.each([
    [local(2024, 4, 9, 9, 14), "9:14 AM"],
    [local(2024, 4, 9, 20, 0), "8:00 PM"],
    [local(2024, 4, 8, 23, 59), "yesterday"],
    [local(2024, 4, 7, 0, 0), "Tuesday"],
    [local(2024, 4, 3, 12, 0), "Friday"],
    [local(2024, 4, 2, 12, 0), "May 2"],
    [local(2023, 11, 31, 12, 0), "Dec 31, 2023"],
    ["soon", ""],
  ])("formats a moment briefly: %s as %s", (moment, words) => {
    expect(briefMoment(moment, new Date(2024, 4, 9, 15, 0))).toBe(words);
  });

  test("formats an invalid date as an empty string", () => {
    expect([dateTime("soon"), dayKey(""), relativeTime("x"), longDate("?")]).toEqual(["", "", "", ""]);
  });
});

test.each([
  [0, "now"],
  [-5000, "now"],
  [59_999, "now"],
  [60_000, "1 min"],
  [3_599_999, "59 min"],
  [3 * 3_600_000, "3 h"],
  [3 * 86_400_000, "3 d"],
  [29.9 * 86_400_000, "29 d"],
  [45 * 86_400_000, "1 mo"],
  [364 * 86_400_000, "12 mo"],
  [800 * 86_400_000, "2 y"],
])("writes an age of %d ms as “%s”", (age, expected) => {
  const now = new Date("2026-11-26T12:00:00Z");
  const iso = new Date(now.getTime() - age).toISOString();
  expect(shortAge(iso, now)).toBe(expected);
  expect(shortAgo(iso, now)).toBe(expected === "now" ? "just now" : `${expected} ago`);
});
