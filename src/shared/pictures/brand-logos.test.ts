import { expect, test } from "vitest";

import { getInitials, getMonogram } from "./brand-logos.ts";

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
])("shortens %j to the initials %j", (name, initials) => {
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
])("colours a tool with the modality %j like %s", (modality, tone) => {
  expect(getMonogram({ name: "Stable Diffusion", modality })).toEqual({ initials: "SD", tone });
});
