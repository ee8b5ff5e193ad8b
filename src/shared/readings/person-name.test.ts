import { expect, test } from "vitest";

import { firstNameFirst, splitNames } from "./person-name.ts";

test.each([
  ["Li, Ana", "Ana Li"],
  ["van der Ray, Bo", "Bo van der Ray"],
  ["García Márquez, Gabriel", "Gabriel García Márquez"],
  ["Knuth, Donald E.", "Donald E. Knuth"],
  ["King, Martin Luther, Jr.", "Martin Luther King Jr."],
  ["King, Jr., Martin Luther", "Martin Luther King Jr."],
  ["O’Neil, Pat", "Pat O’Neil"],
  ["Ludwig van Beethoven", "Ludwig van Beethoven"],
  ["Beethoven, Ludwig van", "Ludwig van Beethoven"],
  ["Eve,", "Eve"],
  ["Ana Li, Bo Ray", "Ana Li, Bo Ray"],
  ["Ana Li, Bo Ray, Cy Oz", "Ana Li, Bo Ray, Cy Oz"],
  ["Acme, Inc.", "Acme, Inc."],
  ["Acme, S.A.R.L.", "Acme, S.A.R.L."],
  ["Smith, AB", "AB Smith"],
  ["Smith J, Doe A.", "Smith J, Doe A."],
  ["Smith JA, Doe A", "Smith JA, Doe A"],
  ["van Dyke JM, Li A.", "van Dyke JM, Li A."],
  ["A Vaswani, N Shazeer", "A Vaswani, N Shazeer"],
  ["A. Li, B. Ray", "A. Li, B. Ray"],
  ["Jane Doe, PhD", "Jane Doe PhD"],
  ["Lovelace, Ada, 1815-1852.", "Ada Lovelace"],
  ["Ada Lovelace (1815–1852)", "Ada Lovelace"],
  ["Li, Ana, 1970-", "Ana Li"],
  ["", ""],
])("converts %j to %j", (written, name) => {
  expect(firstNameFirst(written)).toBe(name);
});

test.each([
  ["Li, Ana; Ray, Bo", ["Li, Ana", " Ray, Bo"]],
  ["Li, Ana and van der Ray, Bo", ["Li, Ana", "van der Ray, Bo"]],
  ["Smith, J., Doe, K., & Poe, E. A.", ["Smith, J.", "Doe, K.", "Poe, E. A."]],
  ["Ana Li, Bo Ray", ["Ana Li, Bo Ray"]],
  ["Google, OpenAI, Meta and Mistral", ["Google, OpenAI, Meta and Mistral"]],
  ["Li, Ana, Ray, Bo, and Oz, Cy", ["Li, Ana", "Ray, Bo", "Oz, Cy"]],
  ["Ana Li and Bo Ray", ["Ana Li and Bo Ray"]],
  ["Foo, Bar & Co.", ["Foo, Bar & Co."]],
  ["King, Jr., Martin, III", ["King, Jr., Martin, III"]],
  ["Acme, Inc., Foo, Ltd.", ["Acme, Inc., Foo, Ltd."]],
])("splits the names %j into %j", (text, names) => {
  expect(splitNames(text)).toEqual(names);
});

test("converts any recognised name", () => {
  expect(firstNameFirst("Silva Santos, Maria Clara de", { isSingle: true })).toBe(
    "Maria Clara de Silva Santos",
  );
});
