import { expect, test } from "vitest";

import { type DiffUnit, diffTexts } from "./diff-text.tsx";

const parts = (before: string, after: string, unit: DiffUnit = "words") =>
  diffTexts(before, after, unit).map(
    ({ kind, text }) => `${{ same: "=", added: "+", removed: "-" }[kind]}${text}`,
  );

test("distinguishes changed words from unchanged ones", () => {
  expect(parts("Write a short poem.", "Write a long poem!")).toEqual([
    "=Write a ",
    "-short",
    "+long",
    "= poem",
    "-.",
    "+!",
  ]);
});

test("shows the old words of a changed sentence before the new ones", () => {
  expect(parts("It answers to questions.", "It drafts and reviews.")).toEqual([
    "=It ",
    "-answers to questions",
    "+drafts and reviews",
    "=.",
  ]);
});

test("includes line breaks and spaces in a text", () => {
  expect(parts("a\nb", "a\n\nb")).toEqual(["=a\n", "+\n", "=b"]);
});

test("splits words of languages without spaces", () => {
  expect(parts("我喜欢学习", "我喜欢音乐")).toEqual(["=我喜欢", "-学习", "+音乐"]);
});

test("finds no changes in equal texts, and only additions to an empty one", () => {
  expect(parts("same", "same")).toEqual(["=same"]);
  expect(parts("", "new")).toEqual(["+new"]);
});

test("compares lists by entry and addresses as a whole", () => {
  expect(parts("food, fun", "food, funny", "entries")).toEqual(["=food, ", "-fun", "+funny"]);
  expect(parts("2024 https://a.dev/1\n2023 b", "2024 https://a.dev/2\n2023 b", "entries")).toEqual([
    "-2024 https://a.dev/1",
    "+2024 https://a.dev/2",
    "=\n2023 b",
  ]);
  expect(parts("https://a.dev/1", "https://a.dev/2", "whole")).toEqual([
    "-https://a.dev/1",
    "+https://a.dev/2",
  ]);
});

test("shows completely different texts as a whole after a timeout", () => {
  const text = (word: string) => Array.from({ length: 20_000 }, (_, index) => `${word}${index}`).join(" ");
  expect(parts(text("a"), text("b"))).toHaveLength(2);
});
