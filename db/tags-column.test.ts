import { expect, test } from "vitest";

import { readTags } from "./tags-column.ts";

test.each([["[]"], ['["writing","Übersetzung, frei"]']])("%s is a list of tags", (json) => {
  expect(readTags(json)).toEqual(JSON.parse(json));
});

test.each([['"writing"'], ['["writing",1]'], ["null"], ["{}"]])("%s is none", (json) => {
  expect(() => readTags(json)).toThrow("these are no tags");
});
