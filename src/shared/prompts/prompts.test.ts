import { describe, expect, test } from "vitest";

import { matchesPromptFilter, type PromptFilter, tagsOfPrompts } from "./prompt-filter.ts";
import {
  EMPTY_PROMPT,
  newPromptSchema,
  type Prompt,
  promptEditSchema,
  promptFieldsWithin,
} from "./prompts.ts";

const PROMPT: Prompt = {
  ...EMPTY_PROMPT,
  id: "1",
  name: "Contract reader",
  prompt: "Read the clause.",
  purpose: "Find risky clauses",
  promptAuthor: "ada",
  modality: "text-generation",
  industry: "real-estate",
  tags: ["Law", "clauses"],
  notes: "secret",
  dateUpdated: "2026-11-21T10:00:00.000Z",
  userId: "u",
  revision: 1,
};

const NO_FILTER: PromptFilter = { search: "", industry: null, modality: null, tag: null, show: "all" };
const matches = (filter: Partial<PromptFilter>, isStarred = false) =>
  matchesPromptFilter({ ...PROMPT, isStarred }, { ...NO_FILTER, ...filter });

describe("filtering prompts", () => {
  test.each(["CONTRACT", "risky", "law", "clauses", "real-estate", "Real Estate", "text gen", "  law  ", ""])(
    "finds %j by search",
    (search) => {
      expect(matches({ search })).toBe(true);
    },
  );

  test.each(["read the clause", "secret", "ada", "lawyer"])("does not find %j by search", (search) => {
    expect(matches({ search })).toBe(false);
  });

  test("requires equal industry, modality and tag, together with the search", () => {
    expect(
      matches({ industry: "Real-Estate", modality: "text-generation", tag: "law", search: "risky" }),
    ).toBe(true);
    expect(matches({ industry: "real" })).toBe(false);
    expect(matches({ modality: "text" })).toBe(false);
    expect(matches({ tag: "clause" })).toBe(false);
    expect(matches({ tag: "law", search: "nothing" })).toBe(false);
  });

  test("finds starred prompts", () => {
    expect([matches({ show: "starred" }, true), matches({ show: "starred" })]).toEqual([true, false]);
  });

  test("offers every tag once, sorted", () => {
    expect(tagsOfPrompts([PROMPT, { tags: ["law", "Ärzte", "code"] }])).toEqual([
      "Ärzte",
      "clauses",
      "code",
      "Law",
    ]);
  });
});

describe("limits of a prompt", () => {
  const fault = (fields: object) =>
    newPromptSchema
      .safeParse({ name: "n", prompt: "p", ...fields })
      .error?.issues.map(({ path, message }) => [path.join("."), message]);

  test.each([
    ["name", { name: "a".repeat(200) }],
    ["notes", { notes: "a".repeat(20_000) }],
    ["exampleImageUrl", { exampleImageUrl: "/public-objects/logos/x.png" }],
    ["empty optional fields", { purpose: "", exampleImageUrl: "", modality: null }],
  ])("accepts %s at its limit", (_, fields) => {
    expect(fault(fields)).toBeUndefined();
  });

  test.each([
    ["name", "Prompt name is required", { name: " " }],
    ["name", "Use at most 200 characters", { name: "a".repeat(201) }],
    ["prompt", "Prompt is required", { prompt: " \n" }],
    ["notes", "Use at most 20,000 characters", { notes: "a".repeat(20_001) }],
    ["promptAuthor", "Use at most 200 characters", { promptAuthor: "a".repeat(201) }],
    ["tags", "Use at most 50 tags", { tags: Array.from({ length: 51 }, (_, i) => `t${i}`) }],
    ["tags.0", "Use at most 50 characters", { tags: ["a".repeat(51)] }],
    [
      "exampleImageUrl",
      "Please enter a valid URL or file path",
      { exampleImageUrl: "//elsewhere.example/x.png" },
    ],
  ])("refuses %s: %s", (path, message, fields) => {
    expect(fault(fields)).toEqual([[path, message]]);
  });

  test("limits the text to the workspace's length", () => {
    const faultWithin = (maxLength: number, prompt: string) =>
      promptFieldsWithin(maxLength)
        .safeParse({ name: "n", prompt, tags: [] })
        .error?.issues.map(({ path, message }) => [path.join("."), message]);
    expect(faultWithin(5000, "😀".repeat(5000))).toBeUndefined();
    expect(faultWithin(5000, "a".repeat(5001))).toEqual([["prompt", "Use at most 5,000 characters"]]);
    expect(faultWithin(20_000, "a".repeat(5001))).toBeUndefined();
  });

  test("preserves a prompt's text with line feeds, and trims its name", () => {
    expect(newPromptSchema.parse({ name: " n ", prompt: "  p\r\n\tq  " })).toMatchObject({
      name: "n",
      prompt: "  p\n\tq  ",
      tags: [],
    });
  });

  test("includes only changed fields in an edit", () => {
    expect(promptEditSchema.parse({ id: "1", notes: "" })).toEqual({ id: "1", notes: null, note: null });
  });
});
