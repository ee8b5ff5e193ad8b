import { expect, test } from "vitest";

import { foldWord, normalizeText, unifyLetters } from "./words.ts";

test("normalizes long runs of marks in linear time", () => {
  // Normalization sorts the marks after a letter, and these are in the wrong order.
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
