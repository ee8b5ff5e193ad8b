import { expect, test } from "vitest";

import { addReleaseNote, sortReleaseNotes } from "./release-note-list.ts";

test("sorts release notes newest first, with invalid dates last in their order", () => {
  const notes = ["2024-01-15", "soon", "March 4, 2025", "2025", "Undated"].map((date) => ({ date }));
  expect(sortReleaseNotes(notes).map(({ date }) => date)).toEqual([
    "March 4, 2025",
    "2025",
    "2024-01-15",
    "soon",
    "Undated",
  ]);
});

test("replaces a release note with the same address", () => {
  const notes = [{ date: "2024-01-15", url: "https://a.example" }];
  expect(addReleaseNote(notes, { date: "2025-01-15", url: "https://a.example" })).toEqual([
    { date: "2025-01-15", url: "https://a.example" },
  ]);
});
