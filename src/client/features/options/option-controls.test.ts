import { expect, test } from "vitest";

import { filterChoices } from "./option-controls.tsx";

test("offers options and values in the data, sorted by label", () => {
  expect(filterChoices(["text", "image"], ["code", null, "Image", ""], null)).toEqual([
    { value: "code", label: "Code" },
    { value: "image", label: "Image" },
    { value: "text", label: "Text" },
  ]);
});

test("shows a value as selected that only a link names", () => {
  expect(filterChoices([], [], "legal-tech")).toEqual([{ value: "legal-tech", label: "Legal Tech" }]);
});
