/** How large the tools of the landscape are, from the smallest to the largest. */
export const ZOOMS = [
  { logo: "small", pixels: 24, gap: 6, shown: 48, hasNames: false },
  { logo: "medium", pixels: 32, gap: 8, shown: 30, hasNames: false },
  { logo: "medium", pixels: 32, gap: 8, shown: 16, hasNames: true },
  { logo: "large", pixels: 56, gap: 12, shown: 12, hasNames: true },
] as const;
export type Zoom = (typeof ZOOMS)[number];

export const FIRST_ZOOM = 1;

/** The tools that a cell shows; where some stay out, one place goes to their number. */
export const shownIn = <Item>(zoom: Zoom, tools: readonly Item[]): readonly Item[] =>
  tools.length <= zoom.shown ? tools : tools.slice(0, zoom.shown - 1);
