import { describe, expect, it, test } from "vitest";

import { TOOL_OPTION_DEFAULTS, optionKinds } from "#shared/tools/options.ts";
import { newToolSchema } from "#shared/tools/tools.ts";

import { findStarterTool, starterTools } from "./starter-catalogue.ts";
import tools from "./starter-tools.json" with { type: "json" };

const letters = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

const isComplete = ({ company, url, use, capabilities, tags }: (typeof tools)[number]) =>
  company !== "" &&
  url.startsWith("https://") &&
  /^[^.!?]+\.$/.test(use) &&
  capabilities.endsWith(".") &&
  tags.length >= 3 &&
  tags.length <= 6 &&
  tags.every((tag) => tag === tag.toLowerCase());

describe("the starter catalogue", () => {
  it("contains at least 150 tools", () => {
    expect(starterTools.length).toBeGreaterThanOrEqual(150);
  });

  it("contains only tools that pass the checks for new tools unchanged", () => {
    for (const tool of starterTools) expect(newToolSchema.parse(tool)).toEqual(tool);
  });

  it("has every fact of every tool, in whole sentences and three to six lowercase tags", () => {
    expect(tools.filter((tool) => !isComplete(tool))).toEqual([]);
  });

  it("contains no duplicate names or addresses", () => {
    expect(new Set(tools.map(({ name }) => letters(name))).size).toBe(tools.length);
    expect(new Set(tools.map(({ url }) => url)).size).toBe(tools.length);
  });

  it("is sorted by name", () => {
    const names = tools.map(({ name }) => name.toLowerCase());
    expect(names).toEqual(names.toSorted());
  });

  describe.each(optionKinds)("by %s", (kind) => {
    it("uses only available options", () => {
      for (const tool of tools) expect(TOOL_OPTION_DEFAULTS[kind]).toContain(tool[kind]);
    });

    it.each(TOOL_OPTION_DEFAULTS[kind])("has at least five tools of %s", (option) => {
      expect(tools.filter((tool) => tool[kind] === option).length).toBeGreaterThanOrEqual(5);
    });
  });
});

describe("finding a starter tool", () => {
  test.each([
    ["its name", "ChatGPT", "ChatGPT"],
    ["another case", "CHATGPT", "ChatGPT"],
    ["other spaces and punctuation", " Otter AI ", "Otter.ai"],
    ["its maker and name", "OpenAI Whisper", "Whisper"],
    ["its name without the maker", "Firefly", "Adobe Firefly"],
    ["a maker's name that begins with its own", "Perplexity AI", "Perplexity"],
    ["a name that is also another one's short form", "Make", "Make"],
    ["the maker and a short name", "Figma Make", "Figma Make"],
  ])("finds it by %s", (_, typed, name) => {
    expect(findStarterTool(typed)?.name).toBe(name);
  });

  test.each([
    ["a short form that several tools share", "Copilot"],
    ["part of a name", "GPT"],
    ["a maker of several tools", "Google"],
    ["an unknown tool", "No Such Tool"],
    ["punctuation only", " - "],
  ])("finds nothing for %s", (_, typed) => {
    expect(findStarterTool(typed)).toBeUndefined();
  });
});
