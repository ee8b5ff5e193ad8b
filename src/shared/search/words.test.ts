import { expect, test } from "vitest";

import { foldWord, normalizeText, segmentKeywords, unifyLetters, isQuestion } from "./words.ts";

test("normalizes long runs of marks in linear time", () => {
  // These marks are in the wrong order, and normalization sorts them.
  const marks = "\u0301\u0323".repeat(100_000);
  expect(foldWord(`a${marks}b`)).toBe("ab");
  expect(foldWord(`й${marks}`)).toBe("й");
  expect(normalizeText(`a${marks}`, "NFC").startsWith("ạ\u0323")).toBe(true);
  const unified = unifyLetters(`ｶ${marks} é`);
  expect(unified.startsWith("カ\u0323")).toBe(true);
  expect(unified.endsWith(" é")).toBe(true);
});

test("normalizes ordinary texts as Unicode does", () => {
  for (const text of ["Ångström", "한국어".normalize("NFD"), "ｶﾞ ½ ﷽", `e${"\u0301".repeat(30)}`]) {
    for (const form of ["NFC", "NFKC", "NFKD"] as const)
      expect(normalizeText(text, form)).toBe(text.normalize(form));
  }
});

test.each([
  ["いぬはどこ", ["いぬ"]],
  ["ねこがすき", ["ねこ", "すき"]],
  ["さくらはいつ", ["さくら"]],
  ["議事録の要約に使っているプロンプトはありますか", ["議事", "録", "要約", "使", "プロンプト"]],
  ["프로그램을", ["프로그램"]],
  ["프로젝트", ["프로젝트"]],
  ["데이터에서는", ["데이터"]],
  ["사용합니까", ["사용"]],
  ["사용하는", ["사용"]],
  ["도구는", ["도구"]],
  ["무엇인가요", []],
  ["plain", ["plain"]],
])("the keywords of %s are %j", (text, keywords) => {
  expect(segmentKeywords(text)).toEqual(keywords);
});

test("removes the endings of a long word in linear time", () => {
  const long = "은".repeat(100_000);
  expect(segmentKeywords(`${long}집`)).toEqual([`${long}집`]);
});

test.each([
  ["why?", true],
  ["which tools have we adopted", true],
  ["クジラはどこで歌いますか？", true],
  ["クジラはどこで歌いますか", true],
  ["鯨の歌", false],
  ["?", false],
  ["whale songs at sea", true],
  ["whale songs sea", false],
  ["whale songs at sea kind:paper", false],
  ['"whale songs" at the sea', false],
  ["", false],
])("distinguishes questions from searches: %s", (typed, isOne) => {
  expect(isQuestion(typed)).toBe(isOne);
});
