import { expect, test } from "vitest";

import { isAmbiguous, isPersonsOnly } from "./ambiguous-names.ts";

const counted = (seen: number, lower: number) => () => ({ seen, lower, right: 0, wrong: 0 });
const unknown = () => undefined;

test.each([
  ["Notebook", 10, 1, false],
  ["Notebook", 10, 2, true],
  ["Notebook", 4, 4, false],
  ["MUSCLE", 10, 9, true],
  // Only hasty authors write it in lower case.
  ["ChatGPT", 10, 9, false],
  ["Hugging Face", 10, 5, false],
  // A common phrase.
  ["Neural Networks", 10, 6, true],
  ["Neural Networks", 4, 4, false],
  ["Together AI", 10, 0, true],
  // On the list of everyday words, which applies until there are enough texts.
  ["Linear", 4, 0, true],
  ["Linear", 5, 0, false],
  // Also a person's name, which has a capital too.
  ["Jasper", 50, 0, true],
  // Officially in lower case, so that only the list counts.
  ["pandas", 50, 50, false],
  ["continue", 50, 0, true],
])("for %s, seen %i times and %i of them in lower case, ambiguous is %s", (name, seen, lower, expected) => {
  expect(isAmbiguous(name, counted(seen, lower))).toBe(expected);
});

test.each([
  ["R", true],
  ["Go", true],
  ["v0", true],
  ["360", true],
  ["W3C", false],
  ["C++", false],
  [".NET", false],
  ["Sora 2", false],
  ["ソラ", false],
  ["통", true],
  ["Together AI", true],
  ["", false],
])("treats %j as ambiguous without context: %s", (name, expected) => {
  expect(isAmbiguous(name, unknown)).toBe(expected);
});

test("leaves a name to people after more than half of four or more rejections", () => {
  const answered = (right: number, wrong: number) => () => ({ seen: 0, lower: 0, right, wrong });
  expect(isPersonsOnly("Linear", answered(1, 3))).toBe(true);
  expect(isPersonsOnly("Linear", answered(2, 2))).toBe(false);
  expect(isPersonsOnly("Linear", answered(0, 3))).toBe(false);
  expect(isPersonsOnly("Linear", unknown)).toBe(false);
});
