import type { Landscape, LandscapeHead } from "#shared/tools/landscape.ts";
import type { Tool } from "#shared/tools/tools.ts";

import { heightOf, cellStylesOf, perLine, shownIn } from "./landscape-zoom.ts";
import type { CellStyle, LandscapeCell, Zoom } from "./landscape-zoom.ts";

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

/** Positions of all parts of the landscape in its picture. */
export interface LandscapeLayout {
  width: number;
  height: number;
  grid: Box;
  heads: (Box & { head: LandscapeHead })[];
  rows: (Box & { industry: LandscapeHead })[];
  /** Position of each tool, with its logo and the name next to or below it. */
  tools: (Box & { tool: Tool; logo: Box; names: CellStyle["names"] })[];
  /** Counts of tools that don't fit. */
  rests: (Box & { count: number })[];
}

/** Computes the layout of a picture with fixed width and the height that its tools need. */
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
    const sizedCells = layout.heads.map((head, index) => ({
      tools: cells[index]?.tools ?? [],
      width: head.width - 2 * PADDING,
    }));
    const looks = cellStylesOf(zoom, sizedCells);
    for (const [index, sizedCell] of sizedCells.entries()) {
      const look = looks[index] ?? zoom.tight;
      const cell = placeTools(
        { x: (layout.heads[index]?.x ?? 0) + PADDING, y: y + PADDING },
        sizedCell,
        look,
      );
      layout.tools.push(...cell.tools);
      layout.rests.push(...cell.rests);
      height = Math.max(height, heightOf(look, sizedCell) + 2 * PADDING);
    }
    layout.rows.push({ industry, x: MARGIN, y, width: gridWidth, height });
    y += height;
  }
  layout.grid.height = y - top;
  layout.height = y + MARGIN;
  return layout;
}

/** Arranges a cell's tools in lines with as many as fit. Names share the remaining width. */
function placeTools({ x, y }: Pick<Box, "x" | "y">, { tools, width }: LandscapeCell, look: CellStyle) {
  const columns = perLine(look, width);
  const isStretched = look.names !== "none";
  const itemWidth = isStretched ? (width - (columns - 1) * look.gap) / columns : look.width;
  const place = (index: number): Box => ({
    x: x + (index % columns) * (itemWidth + look.gap),
    y: y + Math.floor(index / columns) * (look.height + look.gap),
    width: itemWidth,
    height: look.height,
  });

  const shown = shownIn(look, tools);
  const count = tools.length - shown.length;
  return {
    tools: shown.map((tool, index) => {
      const box = place(index);
      const indent = look.names === "below" ? (itemWidth - look.pixels) / 2 : 0;
      const logo = { x: box.x + indent, y: box.y, width: look.pixels, height: look.pixels };
      return { ...box, tool, logo, names: look.names };
    }),
    rests: count > 0 ? [{ ...place(shown.length), count }] : [],
  };
}
