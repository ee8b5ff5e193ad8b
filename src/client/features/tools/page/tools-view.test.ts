import { expect, test } from "vitest";

import { readView, writeView } from "./tools-view.ts";

const read = (query: string) => readView(new URLSearchParams(query));

test("preserves filters, sort, layout and dialog when parsed and written", () => {
  const query =
    "q=open+ai&industry=software-dev&modality=text&recent=1&verdict=trial&sort=-dateUpdated&view=landscape&blind=1&dialog=edit&tool=t1";
  expect(read(query)).toEqual({
    filter: {
      search: "open ai",
      industry: "software-dev",
      modality: "text",
      isRecentOnly: true,
      verdict: "trial",
    },
    sort: { column: "dateUpdated", direction: "desc" },
    layout: "landscape",
    hasBlindSpots: true,
    asOf: null,
    moved: null,
    dialog: "edit",
    itemId: "t1",
    version: null,
  });
  expect(writeView(read(query)).toString()).toBe(query);
});

test("accepts a version only for the history of a tool", () => {
  expect(read("dialog=history&tool=t1&version=12")).toMatchObject({ dialog: "history", version: 12 });
  expect(writeView(read("dialog=history&tool=t1&version=12")).toString()).toBe(
    "dialog=history&tool=t1&version=12",
  );
  for (const query of ["dialog=edit&tool=t1&version=12", "version=12", "dialog=history&tool=t1&version=-1"]) {
    expect(read(query)).toMatchObject({ version: null });
  }
});

test("accepts a day for the radar, and a filter for tools without a verdict", () => {
  const query = "verdict=none&view=radar&on=2026-06-01";
  expect(read(query)).toMatchObject({ filter: { verdict: "none" }, layout: "radar", asOf: "2026-06-01" });
  expect(writeView(read(query)).toString()).toBe(query);
  expect(read("view=radar&moved=30")).toMatchObject({ moved: 30 });
  expect(writeView(read("view=radar&moved=30")).toString()).toBe("view=radar&moved=30");
  expect(writeView(read("view=radar&moved=31")).toString()).toBe("view=radar");
  expect(writeView(read("on=2026-06-01&blind=1")).toString()).toBe("");
  expect(read("view=radar&on=2026-13-41&verdict=maybe")).toMatchObject({
    filter: { verdict: null },
    asOf: null,
  });
  for (const day of ["2026-02-31", "9999-01-01"]) expect(read(`view=radar&on=${day}`).asOf).toBeNull();
});

test("writes an empty query for the default page", () => {
  expect(writeView(read("")).toString()).toBe("");
});

test("ignores invalid parameters in an address", () => {
  expect(writeView(read("sort=secret&view=pie&dialog=nonsense&recent=maybe&x=1")).toString()).toBe("");
});

test("opens the detail for a tool without a dialog, and requires a tool for its dialogs", () => {
  expect(read("tool=t1")).toMatchObject({ dialog: "detail", itemId: "t1" });
  expect(read("dialog=delete")).toMatchObject({ dialog: null, itemId: null });
  expect(read("dialog=add&tool=t1")).toMatchObject({ dialog: "add", itemId: null });
});
