import { expect, test } from "vitest";

import { filterChoices } from "./option-controls.tsx";

test("offers the options and further values in the data, sorted by label", () => {
  expect(filterChoices(["text", "image"], ["code", null, "Image", ""], null)).toEqual([
    { value: "code", label: "Code" },
    { value: "image", label: "Image" },
    { value: "text", label: "Text" },
  ]);
});

test("selects a value that only a link contains", () => {
  expect(filterChoices([], [], "legal-tech")).toEqual([{ value: "legal-tech", label: "Legal Tech" }]);
});
