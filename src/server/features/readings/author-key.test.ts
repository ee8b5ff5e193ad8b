import { expect, test } from "vitest";

import { authorKey } from "./readings.data.ts";

test.each([
  ["George Eliot", "Eliot, George"],
  ["Ludwig van Beethoven", "van Beethoven,  Ludwig"],
  ["Ada Lovelace, Charles Babbage", "Babbage, Charles and Lovelace, Ada"],
  ["Donald E. Knuth, et al.", "Knuth, Donald E and others"],
  ["Andr\u00e9 Gide", "Gide, Andre\u0301"],
  ["{OpenAI}", "OpenAI"],
  ["Martin Luther King, Jr.", "King, Jr., Martin Luther"],
])("treats %j and %j as one author", (one, other) => {
  expect(authorKey(one)).toBe(authorKey(other));
});

test.each([
  ["George Eliot", "T. S. Eliot"],
  ["André Gide", "Andre Gide"],
  ["et al.", "others"],
  ["?", "!"],
])("distinguishes %j from %j", (one, other) => {
  expect(authorKey(one)).not.toBe(authorKey(other));
});
