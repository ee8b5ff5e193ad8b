import { expect, test } from "vitest";

import { foldUsername, hasInvisibleCharacter } from "./user-rules.ts";

/** Yields every character of Unicode. Other codes have no case and no other form. */
function* everyCharacter() {
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (/^[\p{Assigned}--[\p{Co}\p{Cs}]]$/v.test(character)) yield character;
  }
}

/** Returns the code points of characters for which the check fails. */
const exceptionsOf = (isRight: (character: string) => boolean) =>
  [...everyCharacter()]
    .filter((character) => !isRight(character))
    .map((character) => character.codePointAt(0)?.toString(16));

// From Unicode's CaseFolding.txt: characters that fold to several, and those whose upper and lower case disagree.
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
])("treats %s and %s as one name", (one, other) => {
  expect(foldUsername(one)).toBe(foldUsername(other));
});

test.each([
  ["ａｄｍｉｎ", "admin"],
  ["ⒶⒹⓂⒾⓃ", "admin"],
  [" Ada\u00a0\u3000 Lovelace\u2009", "ada lovelace"],
  ["Zoe\u0308", "zoë"],
])("compares %j as %j", (name, folded) => {
  expect(foldUsername(name)).toBe(folded);
});

test("distinguishes names that differ in letters or accents", () => {
  const names = ["zoe", "zoë", "ada", "адa", "strase", "strasse", "o", "ø"];
  expect(new Set(names.map(foldUsername)).size).toBe(names.length);
});

test(
  "compares all forms of a character as equal, and folding twice changes nothing",
  { timeout: 60_000 },
  () => {
    const isSettled = (character: string) => {
      // Node.js has no rules for unassigned characters, so they have no other forms.
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

test("removes capitals and invisible characters for comparison", () => {
  const isPlain = (character: string) => {
    const folded = foldUsername(character);
    return !/[A-Z]/u.test(folded) && (hasInvisibleCharacter(character) || !hasInvisibleCharacter(folded));
  };
  expect(exceptionsOf(isPlain)).toEqual([]);
});

test("accepts letters, marks, digits and spaces of every script in a name", () => {
  const isAllowed = (character: string) =>
    !hasInvisibleCharacter(character) ||
    !/[\p{L}\p{M}\p{N}\p{Zs}]/u.test(character) ||
    /\p{Default_Ignorable_Code_Point}/u.test(character);
  expect(exceptionsOf(isAllowed)).toEqual([]);
});
