/** How the tools of the landscape are shown, from the smallest to the largest; sizes in pixels. */
export const ZOOMS = [
  { logo: "small", pixels: 24, width: 24, height: 24, gap: 6, shown: 48, names: "none" },
  { logo: "medium", pixels: 32, width: 32, height: 32, gap: 8, shown: 30, names: "none" },
  { logo: "small", pixels: 24, width: 128, height: 24, gap: 8, shown: 20, names: "beside" },
  { logo: "large", pixels: 56, width: 84, height: 78, gap: 12, shown: 12, names: "below" },
] as const;
export type Zoom = (typeof ZOOMS)[number];

export const FIRST_ZOOM = 1;

/** The tools that a cell shows; where some stay out, one place goes to their number. */
export const shownIn = <Item>(zoom: Zoom, tools: readonly Item[]): readonly Item[] =>
  tools.length <= zoom.shown ? tools : tools.slice(0, zoom.shown - 1);
