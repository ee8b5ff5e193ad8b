import type { Tool } from "#shared/tools.ts";

import { shownIn } from "./landscape-zoom.ts";
import type { Zoom } from "./landscape-zoom.ts";
import type { Landscape, LandscapeHead } from "./landscape.ts";

export const PICTURE_WIDTH = 1600;
export const MARGIN = 40;
export const TITLE_HEIGHT = 64;
export const HEAD_HEIGHT = 44;
const LABEL_WIDTH = 168;
const PADDING = 14;
const NAME_WIDTH = 84;
const NAME_HEIGHT = 22;
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
  rows: (Box & { industry: LandscapeHead; labelWidth: number })[];
  logos: (Box & { tool: Tool; nameWidth: number | null })[];
  /** The numbers of tools that have no room. */
  rests: (Box & { count: number })[];
}

/** Lays the landscape out for a picture of a fixed width, as high as its tools need. */
export function layOut({ modalities, rows }: Landscape, zoom: Zoom): LandscapeLayout {
  const top = MARGIN + TITLE_HEIGHT;
  const gridWidth = PICTURE_WIDTH - 2 * MARGIN;
  const columnWidth = (gridWidth - LABEL_WIDTH) / Math.max(1, modalities.length);
  const columnAt = (index: number) => MARGIN + LABEL_WIDTH + index * columnWidth;

  const stepX = (zoom.hasNames ? NAME_WIDTH : zoom.pixels) + zoom.gap;
  const itemHeight = zoom.pixels + (zoom.hasNames ? NAME_HEIGHT : 0);
  const stepY = itemHeight + zoom.gap;
  const perLine = Math.max(1, Math.floor((columnWidth - 2 * PADDING + zoom.gap) / stepX));

  const layout: LandscapeLayout = {
    width: PICTURE_WIDTH,
    height: 0,
    grid: { x: MARGIN, y: top, width: gridWidth, height: 0 },
    heads: modalities.map((head, index) => ({
      head,
      x: columnAt(index),
      y: top,
      width: columnWidth,
      height: HEAD_HEIGHT,
    })),
    rows: [],
    logos: [],
    rests: [],
  };

  let y = top + HEAD_HEIGHT;
  for (const { industry, cells } of rows) {
    let lines = 1;
    cells.forEach(({ tools }, column) => {
      const shown = shownIn(zoom, tools);
      const rest = tools.length - shown.length;
      const box = (index: number) => ({
        x: columnAt(column) + PADDING + (index % perLine) * stepX,
        y: y + PADDING + Math.floor(index / perLine) * stepY,
        width: zoom.hasNames ? NAME_WIDTH : zoom.pixels,
        height: zoom.pixels,
      });
      for (const [index, tool] of shown.entries()) {
        const nameWidth = zoom.hasNames ? NAME_WIDTH : null;
        layout.logos.push({ ...box(index), tool, nameWidth });
      }
      if (rest > 0) layout.rests.push({ ...box(shown.length), count: rest });
      lines = Math.max(lines, Math.ceil((shown.length + (rest > 0 ? 1 : 0)) / perLine));
    });
    const height = Math.max(LEAST_ROW, lines * stepY - zoom.gap + 2 * PADDING);
    layout.rows.push({ industry, x: MARGIN, y, width: gridWidth, height, labelWidth: LABEL_WIDTH });
    y += height;
  }
  layout.grid.height = y - top;
  layout.height = y + MARGIN;
  return layout;
}
