import type { Tool } from "#shared/tools.ts";

import { shownIn } from "./landscape-zoom.ts";
import type { Zoom } from "./landscape-zoom.ts";
import type { Landscape, LandscapeHead } from "./landscape.ts";

const PICTURE_WIDTH = 1600;
export const MARGIN = 40;
export const HEAD_HEIGHT = 44;
export const LABEL_WIDTH = 168;
const TITLE_HEIGHT = 64;
const PADDING = 14;
const LEAST_ROW = 52;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where everything of the landscape stands in its picture. */
export interface LandscapeLayout {
  width: number;
  height: number;
  grid: Box;
  heads: (Box & { head: LandscapeHead })[];
  rows: (Box & { industry: LandscapeHead })[];
  /** The place of each tool: its logo, and beside or below it its name. */
  tools: (Box & { tool: Tool; logo: Box })[];
  names: Zoom["names"];
  /** The numbers of tools that have no room. */
  rests: (Box & { count: number })[];
}

/** Lays the landscape out for a picture of a fixed width, as high as its tools need. */
export function layOut({ modalities, rows }: Landscape, zoom: Zoom): LandscapeLayout {
  const top = MARGIN + TITLE_HEIGHT;
  const gridWidth = PICTURE_WIDTH - 2 * MARGIN;
  const layout: LandscapeLayout = {
    width: PICTURE_WIDTH,
    height: 0,
    grid: { x: MARGIN, y: top, width: gridWidth, height: 0 },
    heads: [],
    rows: [],
    tools: [],
    names: zoom.names,
    rests: [],
  };

  let x = MARGIN + LABEL_WIDTH;
  for (const head of modalities) {
    const width = head.share * (gridWidth - LABEL_WIDTH);
    layout.heads.push({ head, x, y: top, width, height: HEAD_HEIGHT });
    x += width;
  }

  let y = top + HEAD_HEIGHT;
  for (const { industry, cells } of rows) {
    let height = LEAST_ROW;
    for (const [index, head] of layout.heads.entries()) {
      const cell = placeCell({ ...head, y }, cells[index]?.tools ?? [], zoom);
      layout.tools.push(...cell.tools);
      layout.rests.push(...cell.rests);
      height = Math.max(height, cell.height);
    }
    layout.rows.push({ industry, x: MARGIN, y, width: gridWidth, height });
    y += height;
  }
  layout.grid.height = y - top;
  layout.height = y + MARGIN;
  return layout;
}

/** The tools of one cell in lines, as many beside each other as it is wide. */
function placeCell({ x, y, width }: Omit<Box, "height">, tools: readonly Tool[], zoom: Zoom) {
  const room = width - 2 * PADDING;
  const itemWidth = Math.min(zoom.width, room);
  const stepX = itemWidth + zoom.gap;
  const stepY = zoom.height + zoom.gap;
  const perLine = Math.max(1, Math.floor((room + zoom.gap) / stepX));
  const place = (index: number): Box => ({
    x: x + PADDING + (index % perLine) * stepX,
    y: y + PADDING + Math.floor(index / perLine) * stepY,
    width: itemWidth,
    height: zoom.height,
  });

  const shown = shownIn(zoom, tools);
  const count = tools.length - shown.length;
  const lines = Math.ceil((shown.length + (count > 0 ? 1 : 0)) / perLine);
  return {
    tools: shown.map((tool, index) => {
      const box = place(index);
      const indent = zoom.names === "below" ? (itemWidth - zoom.pixels) / 2 : 0;
      return { ...box, tool, logo: { x: box.x + indent, y: box.y, width: zoom.pixels, height: zoom.pixels } };
    }),
    rests: count > 0 ? [{ ...place(shown.length), count }] : [],
    height: lines * stepY - zoom.gap + 2 * PADDING,
  };
}
