import { expect, test } from "vitest";

import { describeSchedule } from "./workspace.service.ts";

test("describes a daily hour in any pattern", () => {
  const sameHour = ["30 4 * * *", "0 30 4 * * *", "30 4 */1 * ?", "30 04 * * *"];
  expect(sameHour.map(describeSchedule)).toEqual(
    sameHour.map(() => ({ kind: "daily", hour: 4, minute: 30 })),
  );
  expect(describeSchedule("@daily")).toEqual({ kind: "daily", hour: 0, minute: 0 });
  expect(describeSchedule("0 14 * * *")).toEqual({ kind: "daily", hour: 14, minute: 0 });
});

test("describes an empty pattern as off", () => {
  expect(describeSchedule(null)).toEqual({ kind: "off" });
});

test.each([
  ["30 */6 * * *", "every 6 hours"],
  ["0 */6 * * *", "every 6 hours"],
  ["*/15 * * * *", "every 15 minutes"],
  ["@hourly", "every hour"],
  ["0 2 * * 1", "at 2:00 AM, only on Monday"],
  ["0 9 * * 1-5", "at 9:00 AM, Monday through Friday"],
  ["0 2,14 * * *", "at 2:00 AM and 2:00 PM"],
  ["0 2 L * *", "at 2:00 AM, on the last day of the month"],
  ["30 0-23/8 * * *", "at 30 minutes past the hour, every 8 hours, between 12:00 AM and 11:59 PM"],
])("describes %s at the end of a sentence", (pattern, words) => {
  expect(describeSchedule(pattern)).toEqual({ kind: "other", words });
});

test("describes an unknown pattern with a true sentence", () => {
  expect(describeSchedule("not a pattern")).toEqual({ kind: "other", words: "on a schedule" });
});
