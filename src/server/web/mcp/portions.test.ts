import { array, assert, integer, property, string } from "fast-check";
import { expect, test } from "vitest";

import { takeFitting, truncate } from "./portions.ts";

test("splits the whole text into parts within the limit", () => {
  const texts = array(string({ unit: "binary", maxLength: 80 }), { maxLength: 40 });
  assert(
    property(texts, integer({ min: 12, max: 300 }), (lines, room) => {
      const text = lines.join("\n");
      let whole = "";
      let from: string | null = "0";
      while (from !== null) {
        const portion: ReturnType<typeof truncate> = truncate(text, Number(from), room);
        expect(JSON.stringify(portion.text).length - 2).toBeLessThanOrEqual(room);
        whole += portion.text;
        from = portion.next;
      }
      expect(whole).toBe(text);
    }),
  );
});

test("cuts a text at a nearby line end, and never within a character", () => {
  expect(truncate("one two\nthree four", 0, 12)).toEqual({ text: "one two\n", next: "8" });
  expect(truncate("a🐳🐳🐳", 0, 4)).toEqual({ text: "a🐳", next: "3" });
});

test("returns as many items as fit, and at least one", () => {
  expect(takeFitting(["aaaa", "bbbb", "cccc"], 15)).toEqual(["aaaa", "bbbb"]);
  expect(takeFitting(["a".repeat(100), "b"], 15)).toHaveLength(1);
  expect(takeFitting([], 15)).toEqual([]);
});
