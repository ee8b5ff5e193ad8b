import { expect, test } from "vitest";

import { initialsOf, monogramOf } from "./monogram.ts";

test.each([
  ["GitHub Copilot", "GC"],
  ["Stable Diffusion", "SD"],
  ["claude", "C"],
  ["  émile-zola AI", "ÉZ"],
  ["v0", "V"],
  ["🦙 Llama", "L"],
  ["👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"],
  ["???", "?"],
  ["", "?"],
])("the initials of %j are %j", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test.each([
  ["text", "text"],
  ["Image", "image"],
  [" AUDIO ", "audio"],
  ["video", "video"],
  ["multimodal", "multimodal"],
  ["code", "other"],
  ["", "other"],
  [null, "other"],
])("a tool of the modality %j has the colour of %s", (modality, tone) => {
  expect(monogramOf({ name: "Stable Diffusion", modality })).toEqual({ initials: "SD", tone });
});
