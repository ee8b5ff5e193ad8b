import { expect, test } from "vitest";

import { countNames } from "./name-counts.ts";
import { NameTable } from "./name-table.ts";

function counterOf(names: readonly { name: string }[]) {
  const table = new NameTable(names);
  return (text: string) => countNames(table, text);
}

test("counts names, and their lower-case occurrences", () => {
  const count = counterOf([{ name: "Linear" }, { name: "C++" }, { name: "Hugging Face" }, { name: "Sora" }]);
  expect(Object.fromEntries(count("Linear, LINEAR and linear; C++ is no C, hugging face"))).toEqual({
    linear: { seen: 3, lower: 1 },
    "hugging face": { seen: 1, lower: 1 },
    "c++": { seen: 1, lower: 0 },
  });
});

test("does not count parts of a longer name", () => {
  const count = counterOf([{ name: "Robot" }, { name: "Robot Wars" }]);
  expect(Object.fromEntries(count("Robot Wars shows a robot"))).toEqual({
    "robot wars": { seen: 1, lower: 0 },
    robot: { seen: 1, lower: 1 },
  });
});

test("ignores lower-case letters in an address", () => {
  const count = counterOf([{ name: "Linear" }]);
  expect(count("https://linear.app, ada@linear.app and linear.app").size).toBe(0);
});

test("does not treat letters without case as lower case", () => {
  const count = counterOf([{ name: "ソラ" }]);
  expect(count("ソラ").get("ソラ")).toEqual({ seen: 1, lower: 0 });
});
