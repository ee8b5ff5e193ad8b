import { assert, nat, pre, property, string, tuple } from "fast-check";
import { expect, test } from "vitest";

import { excerptAround } from "./links-in-item.ts";

const around = (text: string, name: string) => {
  const start = text.indexOf(name);
  const { excerpt, ...span } = excerptAround(text, start, start + name.length);
  return { excerpt, name: excerpt.slice(span.start, span.end) };
};

test("shows the sentence around a name in one line", () => {
  expect(around("The sea is calm. Whales sing\n to Whisper  at night. Nobody hears.", "Whisper")).toEqual({
    excerpt: "Whales sing to Whisper at night.",
    name: "Whisper",
  });
});

test("shows the middle of a long sentence, in whole words", () => {
  const { excerpt, name } = around(
    `${"one two three ".repeat(40)}Whisper${" four five six".repeat(40)}`,
    "Whisper",
  );
  expect(name).toBe("Whisper");
  expect(excerpt.length).toBeLessThanOrEqual(240);
  expect(excerpt).toMatch(/^…(?:one|two|three) .* (?:four|five|six)…$/u);
});

test("shows more text before a name at the end of a long sentence", () => {
  const { excerpt } = around(`${"one two three ".repeat(40)}Whisper.`, "Whisper");
  expect(excerpt.length).toBeGreaterThan(220);
  expect(excerpt).toMatch(/ Whisper\.$/u);
});

test("returns the name's position in at most 240 characters, in any text", () => {
  const texts = tuple(string({ unit: "grapheme", maxLength: 700 }), nat(), nat(60));
  assert(
    property(texts, ([text, from, length]) => {
      const start = text.length === 0 ? 0 : from % text.length;
      const end = Math.min(text.length, start + length);
      const { excerpt, ...span } = excerptAround(text, start, end);
      expect(excerpt.length).toBeLessThanOrEqual(240);
      const name = text.slice(start, end).replaceAll(/\s+/gu, " ");
      pre(name.isWellFormed());
      expect(excerpt.slice(span.start, span.end)).toBe(name);
    }),
    { numRuns: 300 },
  );
});
