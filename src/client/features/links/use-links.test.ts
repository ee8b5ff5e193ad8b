import { expect, test } from "vitest";

import {
  describeHiddenMatches,
  describeNoRelated,
  describeMatch,
  describeRejectedName,
} from "./use-links.ts";

test("describes how a link was found", () => {
  const found = { how: "name", spelled: "whisper", field: "abstract" } as const;
  expect(describeMatch(found)).toBe("Found as “whisper” in the abstract");
  expect(describeMatch({ ...found, field: "comment" })).toBe("Found as “whisper” in the discussion");
  expect(describeMatch({ ...found, field: null })).toBe("Found as “whisper”");
  expect(describeMatch({ how: "address", spelled: null, field: "notes" })).toBe(
    "Found by an address in the notes",
  );
  expect(describeMatch({ how: "person", spelled: null, field: null })).toBeNull();
});

test("explains an everyday word and the number of hidden matches", () => {
  expect(describeHiddenMatches("Linear", 14, false)).toBe(
    "“Linear” is also an everyday word, so only matches that clearly mean the tool are shown. 14 more are hidden.",
  );
  expect(describeHiddenMatches("Linear", 2, true)).toBe(
    "Matches of “Linear” were wrong too often, so it is linked only where someone confirms it. 2 more are hidden.",
  );
  expect(describeHiddenMatches("Linear", 1, false)).toMatch(/ 1 more is hidden\.$/u);
});

test("explains only names that are wrong too often", () => {
  const answer = { link: { spelled: "Linear" }, right: 1, wrong: 3, isPersonsOnly: true };
  expect(describeRejectedName(answer)).toBe(
    "“Linear” was wrong 3 of 4 times. From now on it is linked only where someone confirms it.",
  );
  expect(describeRejectedName({ ...answer, isPersonsOnly: false })).toBeUndefined();
  expect(describeRejectedName({ ...answer, link: { spelled: null } })).toBeUndefined();
});

test("names the tool or kind of item if nothing is related", () => {
  expect(describeNoRelated("tool", "Whisper")).toBe("Nothing else in StackLoop mentions Whisper yet.");
  expect(describeNoRelated("paper", "Attention Is All You Need")).toBe(
    "Nothing else in StackLoop is linked to this paper yet.",
  );
});
