import { expect, test } from "vitest";

import { createLandscape } from "#shared/tools/landscape.ts";
import type { Tool } from "#shared/tools/tools.ts";
import { buildTool } from "#tests/support/stored.ts";

import { layOutLandscape, FIRST_ZOOM, chooseCellStyles, visibleTools, ZOOMS } from "./landscape-layout.ts";

let toolCount = 0;

function tool(industry: string | null, modality: string | null): Tool {
  toolCount += 1;
  return buildTool({ id: `t${toolCount}`, name: `Tool ${toolCount}`, industry, modality });
}

const toolsOf = (count: number) => Array.from({ length: count }, () => tool("media", "text"));

const labels = (heads: { label: string; count: number }[]) =>
  heads.map(({ label, count }) => `${label} ${count}`);

test("sorts rows by industry label, and columns by known modality first", () => {
  const { modalities, rows } = createLandscape([
    tool("software-dev", "code"),
    tool("finance", "video"),
    tool("finance", "Text"),
    tool("finance", "text"),
  ]);
  expect(labels(modalities)).toEqual(["Text 2", "Video 1", "Code 1"]);
  expect(labels(rows.map(({ industry }) => industry))).toEqual(["Finance 3", "Software Dev 1"]);
  expect(rows[0]?.cells.map(({ tools }) => tools.length)).toEqual([2, 1, 0]);
});

test("files a tool without an industry under general, and without a modality under Other", () => {
  const { modalities, rows } = createLandscape([tool(null, null), tool("general", "text")]);
  expect(labels(modalities)).toEqual(["Text 1", "Other 1"]);
  expect(labels(rows.map(({ industry }) => industry))).toEqual(["General 2"]);
});

test("groups the rarest of many modalities in one column", () => {
  const common = ["a", "b", "c", "d", "e"].flatMap((modality) => [
    tool("media", modality),
    tool("media", modality),
  ]);
  const { modalities } = createLandscape([...common, tool("media", "x"), tool("media", "y")]);
  expect(labels(modalities)).toEqual(["A 2", "B 2", "C 2", "D 2", "E 2", "Other 2"]);
});

test("shows as many tools as fit in a cell, and the number of the others", () => {
  const { tight } = ZOOMS[0];
  const tools = toolsOf(tight.shown + 1);
  expect(visibleTools(tight, tools.slice(1))).toHaveLength(tight.shown);
  expect(visibleTools(tight, tools)).toHaveLength(tight.shown - 1);
});

test("shows names where they fit at first, and only logos elsewhere", () => {
  const namesIn = (...cells: [count: number, width: number][]) =>
    chooseCellStyles(
      ZOOMS[FIRST_ZOOM],
      cells.map(([count, width]) => ({ tools: toolsOf(count), width })),
    ).map(({ names }) => names);
  // Eight tools in one column, or more in several columns.
  expect(namesIn([8, 150], [9, 150], [16, 280], [21, 800])).toEqual(["beside", "none", "beside", "none"]);
  // A full cell in the same row makes the row high enough for more names.
  expect(namesIn([9, 150], [30, 100])).toEqual(["beside", "none"]);
});

test("shows every name at larger zooms, in cells of any width", () => {
  for (const zoom of ZOOMS.slice(2)) {
    expect(
      chooseCellStyles(zoom, [{ tools: toolsOf(30), width: 40 }]).map(({ names }) => names),
    ).not.toContain("none");
  }
});

test("draws every logo inside its row without overlaps", () => {
  for (const zoom of ZOOMS) {
    const tools = Array.from({ length: 90 }, (_, index) =>
      tool(index % 3 ? "media" : "finance", index % 2 ? "text" : "image"),
    );
    const { rows, tools: placed, overflows, height } = layOutLandscape(createLandscape(tools), zoom);
    expect(placed.length + overflows.reduce((sum, { count }) => sum + count, 0)).toBe(90);
    for (const { y, height: size } of placed) {
      expect(rows.some((row) => row.y < y && y + size < row.y + row.height)).toBe(true);
      expect(y + size).toBeLessThan(height);
    }
    expect(new Set(placed.map(({ x, y }) => `${x} ${y}`)).size).toBe(placed.length);
  }
});
