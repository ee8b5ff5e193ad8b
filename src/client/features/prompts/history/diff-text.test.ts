import { expect, test } from "vitest";

import { diffWords } from "./diff-text.tsx";

const parts = (before: string, after: string) =>
  diffWords(before, after).map(({ kind, text }) => `${{ same: "=", added: "+", removed: "-" }[kind]}${text}`);

test("words that changed are told from those that stayed", () => {
  expect(parts("Write a short poem.", "Write a long poem!")).toEqual([
    "=Write a ",
    "-short",
    "+long",
    "= poem",
    "-.",
    "+!",
  ]);
});

test("line breaks and spaces are part of a text", () => {
  expect(parts("a\nb", "a\n\nb")).toEqual(["=a\n", "+\n", "=b"]);
});

test("words of languages without spaces are told apart", () => {
  expect(parts("我喜欢学习", "我喜欢音乐")).toEqual(["=我喜欢", "-学习", "+音乐"]);
});

test("equal texts have no changes, and an empty one gains everything", () => {
  expect(parts("same", "same")).toEqual(["=same"]);
  expect(parts("", "new")).toEqual(["+new"]);
});
