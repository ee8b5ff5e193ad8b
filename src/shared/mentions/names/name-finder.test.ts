import { array, assert, constantFrom, property, tuple } from "fast-check";
import { describe, expect, test } from "vitest";

import type { Name, NameCount } from "#shared/mentions/mentions.ts";

import { createNameFinder, countNames } from "./name-finder.ts";
import { NameTable } from "./name-table.ts";

const NAMES: readonly Name[] = [
  { target: "chatgpt", name: "ChatGPT", company: "OpenAI", url: "https://chatgpt.com" },
  { target: "whisper", name: "Whisper", company: "OpenAI", url: "https://openai.com/whisper" },
  { target: "whisper", name: "Whisper Large", company: "OpenAI", url: "https://openai.com/whisper" },
  { target: "linear", name: "Linear", company: "Linear", url: "https://linear.app" },
  { target: "hugging-face", name: "Hugging Face" },
  { target: "together", name: "Together AI" },
  { target: "r", name: "R" },
  { target: "c++", name: "C++" },
  { target: "v0", name: "v0", company: "Vercel", url: "https://v0.dev" },
  { target: "pandas", name: "pandas" },
  { target: "notebook", name: "Notebook" },
  { target: "harpoon", name: "Harpoon" },
  { target: "jasper", name: "Jasper", company: "Jasper" },
];

const NOBODY_ANSWERED = { right: 0, wrong: 0 };
const COUNTS: Record<string, NameCount> = {
  notebook: { seen: 20, lower: 12, ...NOBODY_ANSWERED },
  pandas: { seen: 50, lower: 48, ...NOBODY_ANSWERED },
  jasper: { seen: 50, lower: 0, ...NOBODY_ANSWERED },
};

const finder = createNameFinder(NAMES, (folded) => COUNTS[folded]);

const describeMatches = (text: string) =>
  [
    ...finder.find(text).mentions.map(({ spelled, reason }) => `${spelled}: ${reason}`),
    ...finder.find(text).hidden.map(({ spelled, hidden }) => `${spelled}: hidden as ${hidden}`),
  ].join("; ");

describe("a name is matched", () => {
  test.each([
    ["Ask chatgpt.", "chatgpt: plain"],
    ["Models on hugging face", "hugging face: several-words"],
    ["We write C++ here", "C++: marks"],
    ["Frames of pandas are quick", "pandas: plain"],
    ["The Notebook app is open", "Notebook: context-word"],
    ["Written in R version 4", "R: context-word"],
    ["Whisper by OpenAI hears whales", "Whisper: company"],
    ["See https://linear.app for the sails that Linear sells", "Linear: host"],
    ["Vercel shows v0", "v0: company"],
    ["Whisper Large hears more than Whisper", "Whisper Large: several-words; Whisper: other-name"],
    ["An LLM sorts what Notebook holds", "Notebook: about-ai"],
    [
      "The Notebook app. What is in there? Only Notebook",
      "Notebook: context-word; Notebook: meant-elsewhere",
    ],
    ["Written in R, C++ or pandas", "R: in-list; C++: marks; pandas: plain"],
    ["We know Notebook, Linear and ChatGPT", "Notebook: in-list; Linear: in-list; ChatGPT: plain"],
    ["Ships rent from Together AI", "Together AI: about-ai"],
  ])("in %j: %s", (text, expected) => {
    expect(describeMatches(text)).toBe(expected);
  });
});

describe("a name is hidden", () => {
  test.each([
    ["a notebook app", "notebook: hidden as ambiguous"],
    ["Notebook in hand, she left", "Notebook: hidden as ambiguous"],
    ["Linear Attention for an LLM", "Linear: hidden as ambiguous"],
    ["a linear app", "linear: hidden as ambiguous"],
    ["bringing together AI researchers", "together AI: hidden as ambiguous"],
    ["she holds a Ph.R. in whales", ""],
    ["Harpoon lies there, no harpoon", "Harpoon: plain; harpoon: hidden as ambiguous"],
    ["plan R", "R: hidden as ambiguous"],
    ["Jasper met Linear in Lisbon", "Jasper: hidden as ambiguous; Linear: hidden as ambiguous"],
  ])("in %j: %s", (text, expected) => {
    expect(describeMatches(text)).toBe(expected);
  });

  test("if people rejected it more often than they confirmed it", () => {
    const ask = (right: number, wrong: number) =>
      createNameFinder(NAMES, () => ({ seen: 0, lower: 0, right, wrong })).find("ChatGPT");
    expect(ask(1, 3)).toEqual({
      mentions: [],
      hidden: [{ target: "chatgpt", start: 0, end: 7, spelled: "ChatGPT", hidden: "persons-only" }],
    });
    expect(ask(2, 2).hidden).toEqual([]);
    expect(ask(0, 3).hidden).toEqual([]);
  });
});

test("does not match a name in an address", () => {
  expect(describeMatches("https://example.com/ChatGPT, ada@chatgpt.com, chatgpt.com and pandas.html")).toBe(
    "",
  );
});

test("matches both items with the same name", () => {
  const two = createNameFinder([
    { target: "a", name: "Stagehand" },
    { target: "b", name: "stagehand" },
  ]);
  expect(two.find("Stagehand").mentions.map(({ target }) => target)).toEqual(["a", "b"]);
});

test("returns positions in the original text", () => {
  const text = "ﬁrst ½ cafe\u0301, then ＣｈａｔＧＰＴ";
  const [mention] = finder.find(text).mentions;
  expect(mention).toMatchObject({ target: "chatgpt", spelled: "ＣｈａｔＧＰＴ" });
  expect(text.slice(mention?.start, mention?.end)).toBe("ＣｈａｔＧＰＴ");
});

test("scans 20,000 characters of a text", () => {
  expect(finder.find(`${"x ".repeat(9990)}ChatGPT`).mentions).toHaveLength(1);
  expect(finder.find(`${"x ".repeat(10_000)}ChatGPT`).mentions).toHaveLength(0);
});

const part = constantFrom(
  ...NAMES.flatMap(({ name }) => [name, name.toLowerCase()]),
  "app",
  "OpenAI",
  "LLM",
  "the",
  "½",
  "İ",
  "通",
);
const texts = array(tuple(part, constantFrom(" ", ". ", ", ", "\n", "")), { maxLength: 25 }).map((parts) =>
  parts.flat().join(""),
);

test("returns matches in text order, each either shown or hidden", () => {
  assert(
    property(texts, (text) => {
      const { mentions, hidden } = finder.find(text);
      for (const spans of [mentions, hidden]) {
        for (const { start, end, spelled } of spans) expect(text.slice(start, end)).toBe(spelled);
        const starts = spans.map(({ start }) => start);
        expect(starts).toEqual(starts.toSorted((a, b) => a - b));
      }
      const shown = new Set(mentions.map(({ target, start }) => `${target} ${start}`));
      expect(hidden.some(({ target, start }) => shown.has(`${target} ${start}`))).toBe(false);
    }),
    { numRuns: 1000 },
  );
});

function counterOf(names: readonly { name: string }[]) {
  const table = new NameTable(names);
  return (text: string) => countNames(table, text);
}

test("counts names, and their lower-case occurrences", () => {
  const count = counterOf([{ name: "Linear" }, { name: "C++" }, { name: "Hugging Face" }, { name: "Sora" }]);
  expect(Object.fromEntries(count("Linear, LINEAR and linear; C++ is no C, hugging face"))).toEqual({
    linear: { seen: 3, lower: 1 },
    "hugging face": { seen: 1, lower: 1 },
    "c++": { seen: 1, lower: 0 },
  });
});

test("does not count parts of a longer name", () => {
  const count = counterOf([{ name: "Robot" }, { name: "Robot Wars" }]);
  expect(Object.fromEntries(count("Robot Wars shows a robot"))).toEqual({
    "robot wars": { seen: 1, lower: 0 },
    robot: { seen: 1, lower: 1 },
  });
});

test("ignores lower-case letters in an address", () => {
  const count = counterOf([{ name: "Linear" }]);
  expect(count("https://linear.app, ada@linear.app and linear.app").size).toBe(0);
});

test("does not treat letters without case as lower case", () => {
  const count = counterOf([{ name: "ソラ" }]);
  expect(count("ソラ").get("ソラ")).toEqual({ seen: 1, lower: 0 });
});
