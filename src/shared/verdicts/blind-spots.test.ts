import { expect, test } from "vitest";

import { findBlindSpots, type KnownTool } from "./blind-spots.ts";

const tool = (name: string, fields: Partial<KnownTool> = {}): KnownTool => ({
  id: name.toLowerCase(),
  name,
  industry: "media",
  modality: "audio",
  ring: null,
  lookAgainOn: null,
  ...fields,
});
const nothing = { withPrompts: new Set<string>(), papers: new Map<string, number>(), today: "2026-11-24" };
const named = (name: string) => ({ id: name.toLowerCase(), name });

test("reports a cell without tools on trial, and tools without a verdict", () => {
  const tools = [tool("Suno"), tool("Udio", { ring: "assess", modality: " Audio" })];
  expect(findBlindSpots({ ...nothing, tools }).cells).toEqual([
    {
      industry: "media",
      modality: "audio",
      notes: [
        { kind: "untried", count: 2, tools: [named("Suno"), named("Udio")] },
        { kind: "no-verdict", count: 1, tools: [named("Suno")] },
      ],
    },
  ]);
});

test("reports an adopted tool without a prompt, but not one with a prompt", () => {
  const tools = [tool("Suno", { ring: "adopt" }), tool("Udio", { ring: "adopt" })];
  expect(findBlindSpots({ ...nothing, tools, withPrompts: new Set(["udio"]) }).cells[0]?.notes).toEqual([
    { kind: "no-prompt", count: 1, tools: [named("Suno")] },
  ]);
});

test("reports overdue verdicts with their date, but not those due today", () => {
  const tools = [
    tool("Suno", { ring: "trial", lookAgainOn: "2026-05-01" }),
    tool("Udio", { ring: "trial", lookAgainOn: "2026-07-01" }),
    tool("Bark", { ring: "trial", lookAgainOn: "2026-11-24" }),
  ];
  expect(findBlindSpots({ ...nothing, tools }).cells[0]?.notes).toEqual([
    { kind: "overdue", count: 2, tools: [named("Suno"), named("Udio")], since: "2026-05-01" },
  ]);
});

test("counts papers about a modality without a tool", () => {
  const papers = new Map([
    ["audio", 3],
    ["image", 9],
    ["video", 0],
  ]);
  const { cells } = findBlindSpots({ ...nothing, tools: [tool("Suno", { ring: "trial" })], papers });
  expect(cells).toEqual([
    { industry: "general", modality: "image", notes: [{ kind: "papers-no-tool", count: 9, tools: [] }] },
  ]);
});
