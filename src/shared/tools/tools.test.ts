import { describe, expect, test } from "vitest";

import { industryLabel, isRecent, matchesToolFilter } from "./tool-filter.ts";
import { newToolSchema, type Tool, toolEditSchema } from "./tools.ts";

const now = new Date("2026-11-21T10:00:00Z");
const tool: Tool = {
  id: "1",
  ...newToolSchema.parse({
    name: "Claude",
    company: "Anthropic",
    capabilities: "Writes and reads",
    industry: "software-dev",
    modality: "Text",
    tags: ["assistant"],
  }),
  dateUpdated: now.toISOString(),
  userId: "ada",
  revision: 1,
};
const everything = { search: "", industry: null, modality: null, isRecentOnly: false };
const matches = (filter: Partial<typeof everything>) =>
  matchesToolFilter(tool, { ...everything, ...filter }, now);

test("lowercases tags, once each, on creating and editing", () => {
  const tags = ["Chat", " chat ", "", "LLM", "ÉCRITURE"];
  expect(newToolSchema.parse({ name: "Claude", tags }).tags).toEqual(["chat", "llm", "écriture"]);
  expect(toolEditSchema.parse({ id: "1", tags }).tags).toEqual(["chat", "llm", "écriture"]);
  expect(toolEditSchema.parse({ id: "1", tags: null }).tags).toEqual([]);
});

describe("the filter of the catalogue", () => {
  test.each(["claude", " ANTHROPIC ", "reads", "assistant", ""])("finds by %j", (search) => {
    expect(matches({ search })).toBe(true);
  });

  test.each(["software-dev", "1", "ada"])("does not search %j in other fields", (search) => {
    expect(matches({ search })).toBe(false);
  });

  test("ignores case in industry and modality", () => {
    const filter = { ...everything, industry: "Software-Dev", modality: "text" };
    expect(matchesToolFilter(tool, filter, now)).toBe(true);
    expect(matchesToolFilter(tool, { ...filter, modality: "image" }, now)).toBe(false);
  });

  test.each([null, "", "general", "General"])("finds under General a tool that shows it: %s", (industry) => {
    expect(industryLabel(industry)).toBe("General");
    expect(matchesToolFilter({ ...tool, industry }, { ...everything, industry: "general" }, now)).toBe(true);
  });
});

test("treats exactly seven days as recent", () => {
  expect(isRecent({ dateUpdated: "2026-11-14T10:00:00.000Z" }, now)).toBe(true);
  expect(isRecent({ dateUpdated: "2026-11-14T09:59:59.999Z" }, now)).toBe(false);
});

test("reads empty form fields as null, and leaves unnamed fields unchanged", () => {
  expect(newToolSchema.parse({ name: "x", company: "", url: "", logoUrl: "", notes: "  " })).toMatchObject({
    company: null,
    url: null,
    logoUrl: null,
    notes: null,
    tags: [],
    releaseNotes: [],
  });
  expect(toolEditSchema.parse({ id: "1", notes: null })).toEqual({ id: "1", notes: null });
});
