import { afterAll, beforeAll, expect, test, vi } from "vitest";

import type { Schedule } from "#shared/accounts/workspace.ts";

import {
  describeNewsSchedule,
  describePapersSchedule,
  describeReleaseNotesSchedule,
  updateCard,
} from "./schedule-words.ts";

beforeAll(() => vi.stubEnv("TZ", "Europe/Paris"));
afterAll(() => vi.unstubAllEnvs());

const hours = (nightly: Schedule, timezone: string | null = null) => ({ nightly, news: nightly, timezone });
const at = (hour: number, minute = 0): Schedule => ({ kind: "daily", hour, minute });
const EVERY_6_HOURS: Schedule = { kind: "other", words: "every 6 hours" };
const OFF: Schedule = { kind: "off" };

test("shows the default hour as specified", () => {
  const settings = hours(at(2));
  expect(updateCard(settings)).toEqual({ value: "Daily", label: "Updates at 2 AM" });
  expect(describePapersSchedule(settings)).toBe("Papers are fetched every night at 2:00 AM.");
  expect(describeReleaseNotesSchedule(settings)).toBe("Release notes update automatically at 2 AM nightly.");
});

test("shows other hours, and does not call a daytime hour night", () => {
  expect(updateCard(hours(at(4, 30))).label).toBe("Updates at 4:30 AM");
  expect(describePapersSchedule(hours(at(4, 30)))).toBe("Papers are fetched every night at 4:30 AM.");
  expect(describePapersSchedule(hours(at(12)))).toBe("Papers are fetched every day at 12:00 PM.");
  expect(updateCard(hours(at(0, 5))).label).toBe("Updates at 12:05 AM");
  expect(describeReleaseNotesSchedule(hours(at(15)))).toBe(
    "Release notes update automatically at 3 PM daily.",
  );
});

test("describes other schedules and a disabled job", () => {
  const settings = hours(EVERY_6_HOURS);
  expect(updateCard(settings)).toEqual({ value: "Auto", label: "Updates every 6 hours" });
  expect(describePapersSchedule(settings)).toBe("Papers are fetched every 6 hours.");
  expect(describeNewsSchedule(settings)).toBe("StackLoop checks for news every 6 hours.");
  expect(updateCard(hours(OFF))).toEqual({ value: "Off", label: "Automatic updates" });
  expect(describePapersSchedule(hours(OFF))).toBe(
    "Papers aren't fetched automatically. An admin can fetch them under Jobs.",
  );
});

test("names the time zone if it differs from the browser's", () => {
  expect(updateCard(hours(at(2), "Asia/Tokyo")).label).toBe("Updates at 2 AM (Asia/Tokyo)");
  expect(describePapersSchedule(hours(at(2), "Asia/Tokyo"))).toBe(
    "Papers are fetched every night at 2:00 AM (Asia/Tokyo).",
  );
  expect(updateCard(hours(at(2), "Europe/Berlin")).label).toBe("Updates at 2 AM");
  // Has the same clock only in winter.
  expect(updateCard(hours(at(2), "Africa/Lagos")).label).toBe("Updates at 2 AM (Africa/Lagos)");
});
