import type PptxGenJS from "pptxgenjs";

import { formatCount, fitText, lineText, textWidth } from "#server/deck/deck-text.ts";
import { addOverviewSlide, COLOUR, OVERVIEW_BODY, type Slide, textStyle } from "#server/deck/deck-theme.ts";
import type { Tool } from "#shared/tools/tools.ts";
import { RING_WORDS, RINGS } from "#shared/verdicts/rings.ts";
import type { Blip } from "#shared/verdicts/verdicts.ts";

import { type Column, deckLandscape, type IndustryGroup, largestGroups } from "./landscape.ts";
import { addLogo, type Logo, nameOf } from "./tool-slide.ts";

const ROWS_PER_COLUMN = 8;
const GAP = 0.4;
const ROW_HEIGHT = OVERVIEW_BODY.h / ROWS_PER_COLUMN;
const LOGO_SIZE = 0.44;
const INDENT = LOGO_SIZE + 0.15;
/** Limits the overview to 12 slides. */
const MAX_SLIDES_PER_RING = 2;
/** Number of tools on a slide with two columns. */
const TOOLS_PER_SLIDE = 2 * ROWS_PER_COLUMN;

/** Adds the verdicts with their reasons: one or two slides for each ring that has tools. */
export function addVerdictSlides(
  deck: PptxGenJS,
  tools: readonly Tool[],
  blips: readonly Blip[],
  logoOf: (tool: Tool) => Logo | null,
): void {
  const toolsById = new Map(tools.map((tool) => [tool.id, tool]));
  for (const ring of RINGS) {
    const members = blips
      .flatMap((blip) => {
        const tool = blip.ring === ring ? toolsById.get(blip.toolId) : undefined;
        return tool ? { tool, reason: blip.reason } : [];
      })
      .toSorted((a, b) => a.tool.name.localeCompare(b.tool.name, "en-US"));
    const shown = members.slice(0, MAX_SLIDES_PER_RING * TOOLS_PER_SLIDE);
    const omitted = members.length - shown.length;
    for (let start = 0; start < shown.length; start += TOOLS_PER_SLIDE) {
      const { label, sentence } = RING_WORDS[ring];
      const more = omitted > 0 ? `; the first ${shown.length} are shown` : "";
      const subtitle = `${sentence} ${formatCount(members.length, "tool")}${more}`;
      const slide = addOverviewSlide(deck, start === 0 ? label : `${label}, continued`, subtitle);
      const slideTools = shown.slice(start, start + TOOLS_PER_SLIDE);
      const columns = slideTools.length > ROWS_PER_COLUMN ? 2 : 1;
      const w = (OVERVIEW_BODY.w + GAP) / columns - GAP;
      for (const [index, { tool, reason }] of slideTools.entries()) {
        const x = OVERVIEW_BODY.x + Math.floor(index / ROWS_PER_COLUMN) * (w + GAP);
        const y = OVERVIEW_BODY.y + (index % ROWS_PER_COLUMN) * ROW_HEIGHT;
        addLogo(slide, tool, logoOf(tool), { x, y: y + 0.06, size: LOGO_SIZE });
        addNameAndReason(slide, nameOf(tool), lineText(reason), { x: x + INDENT, y, w: w - INDENT });
      }
    }
  }
}

/** Adds a tool's name, and the reason in up to two lines below it. */
function addNameAndReason(
  slide: Slide,
  name: string,
  reason: string,
  { x, y, w }: { x: number; y: number; w: number },
): void {
  slide.addText(fitText(name, w, 1, { fontSize: 12, isBold: true }), {
    ...textStyle(12, COLOUR.ink),
    bold: true,
    x,
    y: y + 0.02,
    w,
    h: 0.2,
    valign: "middle",
    wrap: false,
  });
  slide.addText(fitText(reason, w, 2, { fontSize: 10 }), {
    ...textStyle(10, COLOUR.body),
    x,
    y: y + 0.22,
    w,
    h: 0.36,
    valign: "top",
  });
}

const MAX_ROWS = 8;
const HEAD_HEIGHT = 0.4;
const LABEL_WIDTH = 1.8;
const PADDING = 0.07;

interface TileSize {
  w: number;
  h: number;
  logo: number;
  /** Font size of the name below the logo. Null for no name. */
  fontSize: number | null;
}

/** Tile sizes for a tool with its logo, largest first. */
const TILE_SIZES: readonly TileSize[] = [
  { w: 1.05, h: 0.78, logo: 0.5, fontSize: 9 },
  { w: 0.84, h: 0.58, logo: 0.36, fontSize: 8 },
  { w: 0.42, h: 0.42, logo: 0.36, fontSize: null },
  { w: 0.31, h: 0.31, logo: 0.26, fontSize: null },
];

interface Cell {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Returns the number of tools that fit in a row and in a whole cell. */
function capacityOf({ w, h }: TileSize, cell: Cell) {
  const perRow = Math.max(1, Math.floor((cell.w - 2 * PADDING) / w));
  return { perRow, perCell: perRow * Math.max(1, Math.floor((cell.h - 2 * PADDING) / h)) };
}

/** Adds the landscape with logos: a row for each industry, a column for each modality. */
export function addLogoSlide(
  deck: PptxGenJS,
  tools: readonly Tool[],
  logoOf: (tool: Tool) => Logo | null,
): void {
  const { columns, groups } = deckLandscape(tools);
  const { shown, rest } = largestGroups(groups, MAX_ROWS);
  const rows = rest ? [...shown, rest] : shown;
  const slide = addOverviewSlide(deck, "The landscape at a glance", "Industry by modality");
  const width = (OVERVIEW_BODY.w - LABEL_WIDTH) / columns.length;
  const height = Math.min(1.6, (OVERVIEW_BODY.h - HEAD_HEIGHT) / rows.length);
  const cellAt = (row: number, column: number): Cell => ({
    x: OVERVIEW_BODY.x + LABEL_WIDTH + column * width,
    y: OVERVIEW_BODY.y + HEAD_HEIGHT + row * height,
    w: width,
    h: height,
  });
  const maxTools = Math.max(...rows.flatMap(({ cells }) => cells.map(({ length }) => length)));
  const tile =
    TILE_SIZES.find((each) => capacityOf(each, cellAt(0, 0)).perCell >= maxTools) ??
    TILE_SIZES[TILE_SIZES.length - 1];
  if (!tile) return;
  for (const [index, column] of columns.entries()) addColumnHeader(slide, column, cellAt(0, index));
  for (const [index, row] of rows.entries()) {
    addRowLabel(slide, row, cellAt(index, 0));
    for (const [at, { colour }] of columns.entries()) {
      const members = row.cells[at] ?? [];
      const { x, y, w, h } = cellAt(index, at);
      if (members.length === 0) continue;
      slide.addShape("rect", {
        x: x + 0.03,
        y: y + 0.03,
        w: w - 0.06,
        h: h - 0.06,
        fill: { color: colour.tint },
      });
      addTools(slide, members, { x, y, w, h }, tile, logoOf);
    }
  }
}

function addColumnHeader(slide: Slide, { label, count, colour }: Column, { x, w }: Cell): void {
  const style = { fontSize: 12, isBold: true };
  const number = ` · ${count}`;
  slide.addText(fitText(label, w - 0.2 - textWidth(number, style), 1, style) + number, {
    ...textStyle(12, colour.solid),
    bold: true,
    x: x + 0.1,
    y: OVERVIEW_BODY.y,
    w: w - 0.1,
    h: HEAD_HEIGHT,
    valign: "middle",
    wrap: false,
  });
}

function addRowLabel(slide: Slide, { label }: IndustryGroup, { y, h }: Cell): void {
  const style = { fontSize: 12, isBold: true };
  const w = LABEL_WIDTH - 0.15;
  slide.addShape("line", {
    x: OVERVIEW_BODY.x,
    y,
    w: OVERVIEW_BODY.w,
    h: 0,
    line: { color: COLOUR.line, width: 0.75 },
  });
  slide.addText(fitText(label, w, h > 0.45 ? 2 : 1, style), {
    ...textStyle(12, COLOUR.ink),
    bold: true,
    x: OVERVIEW_BODY.x,
    y,
    w,
    h,
    valign: "middle",
  });
}

/** Adds the tools of a cell row by row, and "+2" if two don't fit. */
function addTools(
  slide: Slide,
  tools: readonly Tool[],
  cell: Cell,
  tile: TileSize,
  logoOf: (tool: Tool) => Logo | null,
): void {
  const { perRow, perCell } = capacityOf(tile, cell);
  const shown = tools.length <= perCell ? tools : tools.slice(0, perCell - 1);
  const boxAt = (index: number) => ({
    x: cell.x + PADDING + (index % perRow) * tile.w,
    y: cell.y + PADDING + Math.floor(index / perRow) * tile.h,
  });
  for (const [index, tool] of shown.entries()) {
    const { x, y } = boxAt(index);
    addLogo(slide, tool, logoOf(tool), { x: x + (tile.w - tile.logo) / 2, y, size: tile.logo });
    if (tile.fontSize === null) continue;
    const style = { fontSize: tile.fontSize };
    slide.addText(fitText(nameOf(tool), tile.w - 0.06, 1, style), {
      ...textStyle(tile.fontSize, COLOUR.body),
      x,
      y: y + tile.logo,
      w: tile.w,
      h: tile.h - tile.logo - 0.04,
      align: "center",
      valign: "middle",
      wrap: false,
    });
  }
  if (shown.length === tools.length) return;
  slide.addText(`+${(tools.length - shown.length).toLocaleString("en-US")}`, {
    ...textStyle(tile.fontSize ?? 8, COLOUR.body),
    bold: true,
    ...boxAt(shown.length),
    w: tile.w,
    h: tile.logo,
    align: "center",
    valign: "middle",
    wrap: false,
  });
}
