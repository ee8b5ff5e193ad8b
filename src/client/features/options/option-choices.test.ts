import { expect, test } from "vitest";

import { filterChoices } from "./option-choices.ts";

test("a filter offers the options and what else stands in the data, sorted by label", () => {
  expect(filterChoices(["text", "image"], ["code", null, "Image", ""], null)).toEqual([
    { value: "code", label: "Code" },
    { value: "image", label: "Image" },
    { value: "text", label: "Text" },
  ]);
});

test("a value that only a link names can be seen as chosen", () => {
  expect(filterChoices([], [], "legal-tech")).toEqual([{ value: "legal-tech", label: "Legal Tech" }]);
});
