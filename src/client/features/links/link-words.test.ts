import { expect, test } from "vitest";

import { hiddenWords, nothingRelatedWords, whyLinked, wrongNameWords } from "./link-words.ts";

test("it is told how a link was found", () => {
  const found = { how: "name", spelled: "whisper", field: "abstract" } as const;
  expect(whyLinked(found)).toBe("Found as “whisper” in the abstract");
  expect(whyLinked({ ...found, field: "comment" })).toBe("Found as “whisper” in the discussion");
  expect(whyLinked({ ...found, field: null })).toBe("Found as “whisper”");
  expect(whyLinked({ how: "address", spelled: null, field: "notes" })).toBe(
    "Found by an address in the notes",
  );
  expect(whyLinked({ how: "person", spelled: null, field: null })).toBeNull();
});

test("an everyday word is explained with what it hides", () => {
  expect(hiddenWords("Linear", 14, false)).toBe(
    "“Linear” is also an everyday word, so only places that clearly mean the tool are shown. 14 more are hidden.",
  );
  expect(hiddenWords("Linear", 2, true)).toBe(
    "“Linear” was wrong too often, so it is linked only where somebody says so. 2 more are hidden.",
  );
  expect(hiddenWords("Linear", 1, false)).toMatch(/ 1 more is hidden\.$/u);
});

test("a name that is wrong too often is spoken of, others are not", () => {
  const answer = { link: { spelled: "Linear" }, right: 1, wrong: 3, isPersonsOnly: true };
  expect(wrongNameWords(answer)).toBe(
    "“Linear” turned out wrong 3 times of 4. From now on it is linked only where somebody says so.",
  );
  expect(wrongNameWords({ ...answer, isPersonsOnly: false })).toBeUndefined();
  expect(wrongNameWords({ ...answer, link: { spelled: null } })).toBeUndefined();
});

test("where nothing is related, a tool is named and anything else is called what it is", () => {
  expect(nothingRelatedWords("tool", "Whisper")).toBe("Nothing else in StackLoop names Whisper yet.");
  expect(nothingRelatedWords("paper", "Attention Is All You Need")).toBe(
    "Nothing else in StackLoop is related to this paper yet.",
  );
});
