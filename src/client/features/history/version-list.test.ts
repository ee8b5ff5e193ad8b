import { expect, test } from "vitest";

import { READING_FIELDS } from "#shared/fields/reading-fields.ts";
import { TOOL_FIELDS } from "#shared/fields/tool-fields.ts";
import { EMPTY_READING } from "#shared/readings/readings.ts";
import { EMPTY_TOOL } from "#shared/tools/tools.ts";

import { changedFields, summarizeChange } from "./version-list.tsx";

const MARK = { revision: 2, savedBy: null, savedAt: "2026-11-21T10:00:00.000Z", note: null };
const TOOL = { ...EMPTY_TOOL, ...MARK };
const READING = { ...EMPTY_READING, ...MARK };

test("names changed fields in form order", () => {
  const edited = { ...READING, notes: "Long", tags: ["novels"] };
  expect(changedFields(READING_FIELDS, edited, READING)).toEqual(["tags", "notes"]);
  expect(summarizeChange(READING_FIELDS, edited, READING)).toBe("Changed Tags, Notes");
  expect(summarizeChange(READING_FIELDS, { ...READING }, READING)).toBe("Nothing changed");
});

test("treats lists with equal entries as the same", () => {
  const note = { date: "2024-03-04", url: "https://example.com/3" };
  const edited = { ...TOOL, tags: ["code"], releaseNotes: [note] };
  expect(changedFields(TOOL_FIELDS, edited, { ...edited, releaseNotes: [{ ...note }] })).toEqual([]);
  expect(summarizeChange(TOOL_FIELDS, edited, TOOL)).toBe("Changed Tags, Release Notes");
});

test("counts some of many changed fields", () => {
  const four = { ...TOOL, name: "Claude", company: "Anthropic", url: "https://claude.ai", modality: "text" };
  expect(summarizeChange(TOOL_FIELDS, four, TOOL)).toBe("Changed Tool Name, Company, URL, Modality");
  expect(summarizeChange(TOOL_FIELDS, { ...four, notes: "Ten seats" }, TOOL)).toBe(
    "Changed Tool Name, Company, URL and 2 more",
  );
});

test("describes the first version as added, unless earlier versions are missing", () => {
  expect(summarizeChange(TOOL_FIELDS, { ...TOOL, revision: 1 }, undefined)).toBe("Added");
  expect(summarizeChange(TOOL_FIELDS, { ...TOOL, revision: 7 }, undefined)).toBe("First stored version");
});
