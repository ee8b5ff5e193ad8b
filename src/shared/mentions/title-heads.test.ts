import { array, assert, property, stringMatching } from "fast-check";
import { expect, test } from "vitest";

import { headOf, headsIn, TitleHeads } from "./title-heads.ts";

const word = stringMatching(/^[a-zäø雪\d]{1,9}$/u);
const words = (from: number, to: number) =>
  array(word, { minLength: from, maxLength: to }).map((all) => all.join(" "));

test("misses no title in a text, among any others", () => {
  assert(
    property(words(0, 20), words(4, 8), words(0, 20), array(words(4, 6)), (before, title, behind, others) => {
      const heads = new TitleHeads(others.length + 1);
      for (const known of [...others, title]) heads.add(headOf(known) ?? "");
      const text = `${before}, ${title.toUpperCase()}. ${behind}`;
      const all = headsIn(text);
      const some = headsIn(text, heads);
      expect(some).toContain(headOf(title));
      expect([...all]).toEqual(expect.arrayContaining([...some]));
    }),
  );
});

test("returns few word sequences that begin no title", () => {
  const titles = Array.from({ length: 5000 }, (_, title) => `the ${title} rights of whales`);
  const heads = new TitleHeads(titles.length);
  for (const title of titles) heads.add(headOf(title) ?? "");
  const other = titles.map((title) => title.replace("rights", "lefts"));
  const taken = other.filter((title) => headsIn(title, heads).size > 0);
  expect(taken.length).toBeLessThan(other.length * 0.15);
  expect(titles.every((title) => headsIn(title, heads).has(headOf(title) ?? ""))).toBe(true);
});
