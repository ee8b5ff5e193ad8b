import { assert, constantFrom, oneof, property, string } from "fast-check";
import { expect, test } from "vitest";

import { textOfHtml } from "./html-text.ts";
import { truncateText } from "./plain-text.ts";

/** Generates any mix of spaces, line breaks, unusual letters and surrogate pairs. */
const text = string({
  unit: oneof(
    constantFrom(" ", "\t", "\n", "\r", "\f", "\u000b", "\u00a0", "\u2028", "\u200b", "\ufeff", "\u00ad"),
    constantFrom("a", "é", ".", "\u{1f40b}", "\ud83d", "\u0000", "\ue000"),
  ),
  maxLength: 30,
});

test("reads a text without markup like the same text in a tag", () => {
  assert(
    property(text, (plain) => {
      expect(textOfHtml(plain)).toBe(textOfHtml(`<p>${plain}</p>`));
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ["a whale", 7, "a whale"],
  ["a whale sings", 9, "a whale…"],
  ["awhalesings", 5, "awha…"],
  ["\u{1f40b}\u{1f40b}\u{1f40b}", 3, "\u{1f40b}\u{1f40b}\u{1f40b}"],
  ["\u{1f40b}\u{1f40b}\u{1f40b}\u{1f40b}", 3, "\u{1f40b}\u{1f40b}…"],
  ["", 3, ""],
])("truncates %j to %i characters: %j", (whole, max, cut) => {
  expect(truncateText(whole, max)).toBe(cut);
});
