import { assert, constantFrom, oneof, property, string } from "fast-check";
import { expect, test } from "vitest";

import { fold, readWords, spelledAt } from "./words.ts";

const spelled = (text: string) => {
  const words = readWords(text);
  return words.folded.map((_, index) => spelledAt(words, index));
};

test.each([
  ["Ask ChatGPT, then GPT-4.", ["Ask", "ChatGPT", "then", "GPT", "4"]],
  ["naïve and nai\u0308ve", ["naïve", "and", "naïve"]],
  ["ＧＰＴ－４ ﬁne", ["GPT", "4", "fine"]],
  ["使用ChatGPT", ["使", "用", "ChatGPT"]],
  ["ChatGPTはソラです", ["ChatGPT", "は", "ソラ", "で", "す"]],
  ["ChatGPT는 빠르다", ["ChatGPT", "는", "빠르다"]],
  ["ChatGPT™ 𝐀𝐈", ["ChatGPT", "AI"]],
  ["... !", []],
])("splits the words of %j", (text, words) => {
  expect(spelled(text)).toEqual(words);
});

test("reads the beginning of a long text, up to the end of a word", () => {
  expect(readWords("one two three", 5).folded).toEqual(["one", "two"]);
  expect(readWords("one two three", 4).folded).toEqual(["one"]);
});

const odd = constantFrom(
  "İ",
  "Σ",
  "ΑΣ",
  "ΑΣ.Β",
  "ß",
  "ﬁ",
  "Ⅷ",
  "Å",
  "Ⓐ",
  "ŉ",
  "’",
  " ",
  "\u0307",
  "½",
  "ソ",
  "通",
);

test("returns each word's position, and compares it like a single word", () => {
  assert(
    property(string({ unit: oneof(odd, string({ unit: "binary", maxLength: 3 })) }), (text) => {
      const { folded, starts, ends } = readWords(text);
      const alone = starts.map((start, index) => fold(text.slice(start, ends[index])));
      expect(folded).toEqual(alone);
      expect(starts).toEqual(starts.toSorted((a, b) => a - b));
      expect(starts.every((start, index) => start >= (ends[index - 1] ?? 0))).toBe(true);
    }),
    { numRuns: 300 },
  );
});
