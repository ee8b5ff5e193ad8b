import { expect, test } from "vitest";

import { isQuestion } from "./question.ts";

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
