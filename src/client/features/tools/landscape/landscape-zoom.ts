import type { Tool } from "#shared/tools/tools.ts";

/** How the tools of one place are drawn; sizes in pixels. */
export interface CellStyle {
  logo: "small" | "medium" | "large";
  /** The side of the logo. */
  pixels: number;
  /** The least width of a tool with its name, and its height. */
  width: number;
  height: number;
  gap: number;
  /** As many tools as a place shows. */
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

/** A level of the zoom: how tools are drawn where there is room for that, and how elsewhere. */
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

/** The least side of what a finger can hit. */
const TOUCH = 44;
const forTouch = (look: CellStyle): CellStyle => ({
  ...look,
  width: Math.max(look.width, TOUCH),
  height: Math.max(look.height, TOUCH),
  // What was added to the height keeps small logos apart already.
  gap: look.height < TOUCH ? 0 : look.gap,
});

/** The same levels for small screens. */
export const TOUCH_ZOOMS = new Map(
  ZOOMS.map((zoom) => [zoom, { roomy: forTouch(zoom.roomy), tight: forTouch(zoom.tight) }]),
);

/** Shows names where there is room for them. */
export const FIRST_ZOOM = 1;

/** So high a place may get for the sake of names: eight of them below each other. */
const LEAST_ROOM = 8 * (LIST.height + LIST.gap);

/** A place of the landscape: its tools, and the width that there is for them. */
export interface LandscapeCell {
  tools: readonly Tool[];
  width: number;
}

/** How each place of a row is drawn: with names where that makes the row no higher than its fullest place does. */
export function cellStylesOf({ roomy, tight }: Zoom, places: readonly LandscapeCell[]): CellStyle[] {
  const room = Math.max(LEAST_ROOM, ...places.map((place) => heightOf(tight, place)));
  return places.map((place) =>
    place.tools.length <= roomy.shown && heightOf(roomy, place) <= room ? roomy : tight,
  );
}

/** The tools that a place shows; where some stay out, one place goes to their number. */
export const shownIn = <Item>(look: CellStyle, tools: readonly Item[]): readonly Item[] =>
  tools.length <= look.shown ? tools : tools.slice(0, look.shown - 1);

/** How many tools stand beside each other; at least one, however narrow the place. */
export const perLine = ({ width, gap }: CellStyle, room: number): number =>
  Math.max(1, Math.floor((room + gap) / (width + gap)));

/** The height of a place's lines. */
export function heightOf(look: CellStyle, { tools, width }: LandscapeCell): number {
  const lines = Math.ceil(Math.min(tools.length, look.shown) / perLine(look, width));
  return Math.max(0, lines * (look.height + look.gap) - look.gap);
}
