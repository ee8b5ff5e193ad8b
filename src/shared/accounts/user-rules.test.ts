import { expect, test } from "vitest";

import { foldUsername, hasInvisibleCharacter } from "./user-rules.ts";

/** Every character that there is or will be. */
function* everyCharacter() {
  for (let code = 0; code <= 0x10ffff; code += 1) {
    if (code < 0xd800 || code > 0xdfff) yield String.fromCodePoint(code);
  }
}

/** The characters for which something is not as it should be, by their code points. */
const exceptionsOf = (isRight: (character: string) => boolean) =>
  [...everyCharacter()]
    .filter((character) => !isRight(character))
    .map((character) => character.codePointAt(0)?.toString(16));

// From CaseFolding.txt of Unicode: what one character is folded to several, and where upper and lower case disagree.
test.each([
  ["Straße", "STRASSE"],
  ["STRAẞE", "strasse"],
  ["ΟΔΥΣΣΕΥΣ", "οδυσσευσ"],
  ["οδυσσευς", "οδυσσευσ"],
  ["İ", "i\u0307"],
  ["ŉ", "ʼN"],
  ["ǰ", "J\u030c"],
  ["ΐ", "Ϊ\u0301"],
  ["և", "եւ"],
  ["ﬃ", "FFI"],
  ["ﬅ", "ST"],
  ["ﬓ", "ՄՆ"],
  ["ᾳ", "αΙ"],
  ["ᾼ", "αι"],
  ["ſ", "S"],
  ["K", "k"],
  ["µ", "Μ"],
  ["Ꭰ", "ꭰ"],
  ["Ა", "ა"],
  ["Dž", "DŽ"],
])("%s and %s are one name", (one, other) => {
  expect(foldUsername(one)).toBe(foldUsername(other));
});

test.each([
  ["ａｄｍｉｎ", "admin"],
  ["ⒶⒹⓂⒾⓃ", "admin"],
  [" Ada\u00a0\u3000 Lovelace\u2009", "ada lovelace"],
  ["Zoe\u0308", "zoë"],
])("%j is compared as %j", (name, folded) => {
  expect(foldUsername(name)).toBe(folded);
});

test("names that differ in letters or accents stay apart", () => {
  const names = ["zoe", "zoë", "ada", "адa", "strase", "strasse", "o", "ø"];
  expect(new Set(names.map(foldUsername)).size).toBe(names.length);
});

test(
  "every character is compared alike in all its forms, and folding again changes nothing",
  { timeout: 60_000 },
  () => {
    const isSettled = (character: string) => {
      // What Unicode has not assigned has no other forms: Node comes with the rules of those that it knows.
      if (/\p{Unassigned}/u.test(character)) return true;
      const folded = foldUsername(character);
      return [
        folded,
        character.toUpperCase(),
        character.toLowerCase(),
        ...["NFC", "NFD", "NFKC", "NFKD"].map((form) => character.normalize(form)),
      ].every((form) => foldUsername(form) === folded);
    };
    expect(exceptionsOf(isSettled)).toEqual([]);
  },
);

test("what is compared has neither capitals nor anything invisible", () => {
  const isPlain = (character: string) => {
    const folded = foldUsername(character);
    return !/[A-Z]/u.test(folded) && (hasInvisibleCharacter(character) || !hasInvisibleCharacter(folded));
  };
  expect(exceptionsOf(isPlain)).toEqual([]);
});

test("letters, marks, digits and spaces of every script may stand in a name", () => {
  const isAllowed = (character: string) =>
    !hasInvisibleCharacter(character) ||
    !/[\p{L}\p{M}\p{N}\p{Zs}]/u.test(character) ||
    /\p{Default_Ignorable_Code_Point}/u.test(character);
  expect(exceptionsOf(isAllowed)).toEqual([]);
});
