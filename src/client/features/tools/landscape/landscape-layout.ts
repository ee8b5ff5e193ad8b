import type { Landscape, LandscapeHead } from "#shared/tools/landscape.ts";
import type { Tool } from "#shared/tools/tools.ts";

/** Style of a cell's tools, with sizes in pixels. */
export interface CellStyle {
  logo: "small" | "medium" | "large";
  /** Side of the logo. */
  pixels: number;
  /** Minimum width of a tool with its name, and its height. */
  width: number;
  height: number;
  gap: number;
  /** Maximum number of tools shown in a cell. */
  shown: number;
  names: "none" | "beside" | "below";
}

const DOTS: CellStyle = {
  logo: "small",
  pixels: 24,
  width: 24,
  height: 24,
  gap: 6,
  shown: 48,
  names: "none",
};
const TILES: CellStyle = {
  logo: "medium",
  pixels: 32,
  width: 32,
  height: 32,
  gap: 8,
  shown: 30,
  names: "none",
};
const LIST: CellStyle = {
  logo: "small",
  pixels: 24,
  width: 128,
  height: 24,
  gap: 8,
  shown: 20,
  names: "beside",
};
const CARDS: CellStyle = {
  logo: "large",
  pixels: 56,
  width: 84,
  height: 92,
  gap: 12,
  shown: 12,
  names: "below",
};

/** Zoom level, with one style for cells with enough space and one for all others. */
export interface Zoom {
  roomy: CellStyle;
  tight: CellStyle;
}

/** Zoom levels, smallest first. */
export const ZOOMS: readonly [Zoom, Zoom, ...Zoom[]] = [
  { roomy: DOTS, tight: DOTS },
  { roomy: LIST, tight: TILES },
  { roomy: LIST, tight: LIST },
  { roomy: CARDS, tight: CARDS },
];

/** Minimum side of a touch target in pixels. */
const MIN_TOUCH_SIZE = 44;
const forTouch = (style: CellStyle): CellStyle => ({
  ...style,
  width: Math.max(style.width, MIN_TOUCH_SIZE),
  height: Math.max(style.height, MIN_TOUCH_SIZE),
  // No extra gap: the increased height already separates small logos.
  gap: style.height < MIN_TOUCH_SIZE ? 0 : style.gap,
});

/** The same zoom levels for touch screens. */
export const TOUCH_ZOOMS = new Map(
  ZOOMS.map((zoom) => [zoom, { roomy: forTouch(zoom.roomy), tight: forTouch(zoom.tight) }]),
);

/** Index of the first zoom level, which shows names where they fit. */
export const FIRST_ZOOM = 1;

/** Cells up to this height show names regardless of their row: eight lines, in pixels. */
const MIN_HEIGHT_FOR_NAMES = 8 * (LIST.height + LIST.gap);

/** Tools and width of a landscape cell. */
interface LandscapeCell {
  tools: readonly Tool[];
  width: number;
}

/**
 * Returns the style of each cell in a row. Cells show names unless that would make the row taller than its fullest
 * cell.
 */
export function chooseCellStyles({ roomy, tight }: Zoom, cells: readonly LandscapeCell[]): CellStyle[] {
  const maxHeight = Math.max(MIN_HEIGHT_FOR_NAMES, ...cells.map((place) => heightOf(tight, place)));
  return cells.map((place) =>
    place.tools.length <= roomy.shown && heightOf(roomy, place) <= maxHeight ? roomy : tight,
  );
}

/** Returns the tools that a cell shows. If not all fit, the last slot is reserved for the number of the others. */
export const visibleTools = <Item>(style: CellStyle, tools: readonly Item[]): readonly Item[] =>
  tools.length <= style.shown ? tools : tools.slice(0, style.shown - 1);

/** Returns the number of tools per line, at least one. */
const toolsPerLine = ({ width, gap }: CellStyle, room: number): number =>
  Math.max(1, Math.floor((room + gap) / (width + gap)));

/** Returns the height of a cell's lines. */
function heightOf(style: CellStyle, { tools, width }: LandscapeCell): number {
  const lines = Math.ceil(Math.min(tools.length, style.shown) / toolsPerLine(style, width));
  return Math.max(0, lines * (style.height + style.gap) - style.gap);
}

const PICTURE_WIDTH = 1600;
export const MARGIN = 40;
export const HEAD_HEIGHT = 44;
export const LABEL_WIDTH = 168;
const TITLE_HEIGHT = 64;
const PADDING = 14;
const MIN_ROW_HEIGHT = 52;

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
  /** Position of each tool, with its logo and the position of its name. */
  tools: (Box & { tool: Tool; logo: Box; names: CellStyle["names"] })[];
  /** Positions and numbers of tools that don't fit. */
  overflows: (Box & { count: number })[];
}

/** Computes the layout of a picture with a fixed width. The tools determine its height. */
export function layOutLandscape({ modalities, rows }: Landscape, zoom: Zoom): LandscapeLayout {
  const top = MARGIN + TITLE_HEIGHT;
  const gridWidth = PICTURE_WIDTH - 2 * MARGIN;
  const layout: LandscapeLayout = {
    width: PICTURE_WIDTH,
    height: 0,
    grid: { x: MARGIN, y: top, width: gridWidth, height: 0 },
    heads: [],
    rows: [],
    tools: [],
    overflows: [],
  };

  let x = MARGIN + LABEL_WIDTH;
  for (const head of modalities) {
    const width = head.share * (gridWidth - LABEL_WIDTH);
    layout.heads.push({ head, x, y: top, width, height: HEAD_HEIGHT });
    x += width;
  }

  let y = top + HEAD_HEIGHT;
  for (const { industry, cells } of rows) {
    let height = MIN_ROW_HEIGHT;
    const sizedCells = layout.heads.map((head, index) => ({
      tools: cells[index]?.tools ?? [],
      width: head.width - 2 * PADDING,
    }));
    const styles = chooseCellStyles(zoom, sizedCells);
    for (const [index, sizedCell] of sizedCells.entries()) {
      const style = styles[index] ?? zoom.tight;
      const cell = placeTools(
        { x: (layout.heads[index]?.x ?? 0) + PADDING, y: y + PADDING },
        sizedCell,
        style,
      );
      layout.tools.push(...cell.tools);
      layout.overflows.push(...cell.rests);
      height = Math.max(height, heightOf(style, sizedCell) + 2 * PADDING);
    }
    layout.rows.push({ industry, x: MARGIN, y, width: gridWidth, height });
    y += height;
  }
  layout.grid.height = y - top;
  layout.height = y + MARGIN;
  return layout;
}

/** Arranges a cell's tools in lines. Each line has as many tools as fit, and their names share the remaining width. */
function placeTools({ x, y }: Pick<Box, "x" | "y">, { tools, width }: LandscapeCell, style: CellStyle) {
  const columns = toolsPerLine(style, width);
  const isStretched = style.names !== "none";
  const itemWidth = isStretched ? (width - (columns - 1) * style.gap) / columns : style.width;
  const boxAt = (index: number): Box => ({
    x: x + (index % columns) * (itemWidth + style.gap),
    y: y + Math.floor(index / columns) * (style.height + style.gap),
    width: itemWidth,
    height: style.height,
  });

  const shown = visibleTools(style, tools);
  const count = tools.length - shown.length;
  return {
    tools: shown.map((tool, index) => {
      const box = boxAt(index);
      const indent = style.names === "below" ? (itemWidth - style.pixels) / 2 : 0;
      const logo = { x: box.x + indent, y: box.y, width: style.pixels, height: style.pixels };
      return { ...box, tool, logo, names: style.names };
    }),
    rests: count > 0 ? [{ ...boxAt(shown.length), count }] : [],
  };
}
