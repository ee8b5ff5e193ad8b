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

/** Zoom level, with one style for cells with enough space and one for others. */
export interface Zoom {
  roomy: CellStyle;
  tight: CellStyle;
}

/** From the smallest to the largest. */
export const ZOOMS: readonly [Zoom, Zoom, ...Zoom[]] = [
  { roomy: DOTS, tight: DOTS },
  { roomy: LIST, tight: TILES },
  { roomy: LIST, tight: LIST },
  { roomy: CARDS, tight: CARDS },
];

/** Minimum side of a touch target. */
const TOUCH = 44;
const forTouch = (look: CellStyle): CellStyle => ({
  ...look,
  width: Math.max(look.width, TOUCH),
  height: Math.max(look.height, TOUCH),
  // The extra height already separates small logos.
  gap: look.height < TOUCH ? 0 : look.gap,
});

/** Same zoom levels for small screens. */
export const TOUCH_ZOOMS = new Map(
  ZOOMS.map((zoom) => [zoom, { roomy: forTouch(zoom.roomy), tight: forTouch(zoom.tight) }]),
);

/** Shows names where they fit. */
export const FIRST_ZOOM = 1;

/** Maximum height that a cell may have for showing names: eight lines. */
const LEAST_ROOM = 8 * (LIST.height + LIST.gap);

/** Landscape cell: its tools and its width. */
export interface LandscapeCell {
  tools: readonly Tool[];
  width: number;
}

/**
 * Returns the style of each cell in a row. Cells show names if that doesn't make the row taller than its fullest cell.
 */
export function cellStylesOf({ roomy, tight }: Zoom, cells: readonly LandscapeCell[]): CellStyle[] {
  const room = Math.max(LEAST_ROOM, ...cells.map((place) => heightOf(tight, place)));
  return cells.map((place) =>
    place.tools.length <= roomy.shown && heightOf(roomy, place) <= room ? roomy : tight,
  );
}

/** Returns the tools that a cell shows. If some don't fit, one slot shows their number. */
export const shownIn = <Item>(look: CellStyle, tools: readonly Item[]): readonly Item[] =>
  tools.length <= look.shown ? tools : tools.slice(0, look.shown - 1);

/** Returns the number of tools per line, at least one. */
export const perLine = ({ width, gap }: CellStyle, room: number): number =>
  Math.max(1, Math.floor((room + gap) / (width + gap)));

/** Returns the height of a cell's lines. */
export function heightOf(look: CellStyle, { tools, width }: LandscapeCell): number {
  const lines = Math.ceil(Math.min(tools.length, look.shown) / perLine(look, width));
  return Math.max(0, lines * (look.height + look.gap) - look.gap);
}
