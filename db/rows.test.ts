import { expect, test } from "vitest";

import { readTags } from "./rows.ts";

test.each([["[]"], ['["writing","Übersetzung, frei"]']])("accepts %s as a list of tags", (json) => {
  expect(readTags(json)).toEqual(JSON.parse(json));
});

test.each([['"writing"'], ['["writing",1]'], ["null"], ["{}"]])("rejects %s as a list of tags", (json) => {
  expect(() => readTags(json)).toThrow("invalid tags");
});
