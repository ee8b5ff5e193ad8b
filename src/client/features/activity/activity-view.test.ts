import { expect, test } from "vitest";

import { activityFilter, isFiltered, UNFILTERED_ACTIVITY } from "./activity-view.ts";

const NOW = new Date(2026, 10, 21, 15, 30);
const day = (month: number, date: number) => new Date(2026, month - 1, date).toISOString();
const filterOf = (view: Partial<typeof UNFILTERED_ACTIVITY>) =>
  activityFilter({ ...UNFILTERED_ACTIVITY, ...view }, NOW);

test("starts a period at midnight in local time", () => {
  expect(filterOf({})).toEqual({});
  expect(filterOf({ period: "today" })).toEqual({ from: day(11, 21) });
  expect(filterOf({ period: "week" })).toEqual({ from: day(11, 15) });
  expect(filterOf({ period: "month" })).toEqual({ from: day(10, 23) });
});

test("includes the last day of a range, and accepts open ranges", () => {
  expect(filterOf({ period: "days", from: "2026-10-30", to: "2026-10-31" })).toEqual({
    from: day(10, 30),
    to: day(11, 1),
  });
  expect(filterOf({ period: "days", to: "2026-10-31" })).toEqual({ to: day(11, 1) });
  expect(filterOf({ period: "week", from: "2026-10-30", to: "2026-10-31" })).toEqual({ from: day(11, 15) });
});

test("ignores an incomplete year", () => {
  expect(filterOf({ period: "days", from: "20266-10-30", to: "275760-09-13" })).toEqual({});
});

test("filters nothing for all time or a range without days", () => {
  expect(isFiltered(UNFILTERED_ACTIVITY)).toBe(false);
  expect(isFiltered({ ...UNFILTERED_ACTIVITY, period: "days" })).toBe(false);
  expect(isFiltered({ ...UNFILTERED_ACTIVITY, period: "today" })).toBe(true);
  expect(isFiltered({ ...UNFILTERED_ACTIVITY, person: "stackloop" })).toBe(true);
});
