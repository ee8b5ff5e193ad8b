import { array, assert, constantFrom, property, tuple } from "fast-check";
import { expect, test } from "vitest";

import { readWords } from "#shared/mentions/words.ts";

import { NameTable } from "./name-table.ts";
import { countWords, foldName } from "./names.ts";

/** Returns the names in a text, as they are spelled there. */
function found(names: readonly string[], text: string): string[] {
  const table = new NameTable(names.map((name) => ({ name })));
  return table.hitsIn(readWords(text)).map(({ start, end }) => text.slice(start, end));
}

test.each([
  ["whole words", ["Sora"], "Sora and Sorata", ["Sora"]],
  ["whatever the case", ["ChatGPT"], "chatgpt, CHATGPT", ["chatgpt", "CHATGPT"]],
  ["the longest name alone", ["Claude", "Claude Code"], "Claude Code and Claude", ["Claude Code", "Claude"]],
  ["a name whose longer form is not there", ["Claude", "Claude Code Max"], "Claude Code", ["Claude"]],
  ["a hyphen for a space", ["GPT-4"], "GPT-4, GPT 4 and GPT–4", ["GPT-4", "GPT 4", "GPT–4"]],
  ["a name broken into two lines", ["Hugging Face"], "on Hugging\nFace", ["Hugging\nFace"]],
  ["no name over the end of a sentence", ["Hugging Face"], "Stop hugging. Face it, hugging, face", []],
  ["marks that hold a name's words apart", ["Notion, Inc"], "by Notion, Inc.", ["Notion, Inc"]],
  ["the marks of a name", ["C++", "C", "C#"], "C++, C and C#", ["C++", "C", "C#"]],
  ["no name that lacks its marks", ["C++"], "vitamin C", []],
  ["no name before marks of another", ["C"], "in C++ and C#", []],
  ["marks in full width", ["C++"], "Ｃ＋＋", ["Ｃ＋＋"]],
  ["names with signs behind", ["ChatGPT™"], "ChatGPT and ChatGPT™", ["ChatGPT", "ChatGPT"]],
  ["a dot in front", [".NET"], "on .NET, example.net and net", [".NET"]],
  ["names of several words with dots", ["Beautiful.ai"], "With Beautiful.ai.", ["Beautiful.ai"]],
  [
    "names between the letters of Chinese",
    ["通义千问", "Sora"],
    "我们用通义千问和Sora写",
    ["通义千问", "Sora"],
  ],
  ["Katakana in whole words", ["ソラ"], "ソラを使う。コンソラではない", ["ソラ"]],
  ["accents written in two", ["Café AI"], "Cafe\u0301 AI", ["Cafe\u0301 AI"]],
  ["nothing for a name without words", ["!!!", ""], "!!! a", []],
])("finds %s", (_, names, text, expected) => {
  expect(found(names, text)).toEqual(expected);
});

test("returns both items with the same name at a position", () => {
  const table = new NameTable([
    { name: "Linear", id: 1 },
    { name: "LINEAR", id: 2 },
  ]);
  const [hit] = table.hitsIn(readWords("in linear"));
  expect(hit?.names.map(({ item }) => item.id)).toEqual([1, 2]);
});

test("skips names that share a beginning at no cost", () => {
  const names = Array.from({ length: 5000 }, (_, index) => `AI ${index}`);
  expect(found(names, "AI 7 and AI 4999 meet AI")).toEqual(["AI 7", "AI 4999"]);
});

test.each([
  ["ChatGPT", "chatgpt"],
  [" Hugging   Face ", "hugging face"],
  ["GPT-4", "gpt 4"],
  ["C++", "c++"],
  [".NET", ".net"],
  ["!!!", ""],
])("stores %j as %j", (name, folded) => {
  expect(foldName(name)).toBe(folded);
});

test("counts the words of a name without its symbols", () => {
  expect(["C++", "GPT-4", "Attention Is All You Need", "!!!"].map(countWords)).toEqual([1, 2, 5, 0]);
});

const word = constantFrom("alpha", "Beta", "gamma", "4", "ai");
const name = array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));
const text = array(tuple(word, constantFrom(" ", "-", ". ", ", ", "\n")), { maxLength: 30 }).map((parts) =>
  parts.flat().join(""),
);

test("finds the longest name at each position, like a full comparison", () => {
  assert(
    property(array(name, { maxLength: 8 }), text, (names, written) => {
      const { folded, starts, ends } = readWords(written);
      const startsAt = (words: readonly string[], index: number) =>
        words.every((one, offset) => {
          const at = index + offset;
          const gap = offset === 0 ? " " : written.slice(ends[at - 1], starts[at]);
          return folded[at] === one && !/[.,]/u.test(gap);
        });
      const expected: string[] = [];
      for (let index = 0; index < folded.length;) {
        const lengths = names
          .map((one) => foldName(one).split(" "))
          .filter((words) => startsAt(words, index));
        const longest = Math.max(0, ...lengths.map(({ length }) => length));
        if (longest > 0) expected.push(written.slice(starts[index], ends[index + longest - 1]));
        index += Math.max(1, longest);
      }
      expect(found(names, written)).toEqual(expected);
    }),
    { numRuns: 1000 },
  );
});
