import { expect, test } from "vitest";

import { getInitials, getMonogram } from "./monogram.ts";

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
  expect(getInitials(name)).toBe(initials);
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
  expect(getMonogram({ name: "Stable Diffusion", modality })).toEqual({ initials: "SD", tone });
});
