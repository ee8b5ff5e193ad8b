import { optionLabel } from "#shared/kernel/labels.ts";
import { industryOf } from "#shared/tools/landscape.ts";

import { type Ring, RINGS } from "./rings.ts";

/** The sector of all industries that have none of their own. */
export const OTHER_SECTOR = "Other";
/** More sectors than that are too narrow for names. */
export const MAX_INDUSTRIES = 7;
/** For so long a tool that has moved or come in is marked. */
const NEWS_DAYS = 90;
const DAY_MS = 86_400_000;

interface OfIndustry {
  industry: string | null;
}

/** In which sector a tool stands. */
export type SectorOf = (tool: OfIndustry) => string;

/** A sector for each of the largest industries, by their names, and one for all others where there are any. */
export function radarSectors(
  tools: readonly OfIndustry[],
  most = MAX_INDUSTRIES,
): { sectors: string[]; sectorOf: SectorOf } {
  const counts = new Map<string, number>();
  for (const tool of tools) {
    const label = labelOf(tool);
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  const ordered = [...counts].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  const named = ordered.slice(0, most).map(([label]) => label);
  const own = new Set(named.filter((label) => label !== OTHER_SECTOR));
  const sectors = [...own].toSorted((a, b) => (a < b ? -1 : 1));
  if (own.size < counts.size) sectors.push(OTHER_SECTOR);
  return {
    sectors,
    sectorOf: (tool) => {
      const label = labelOf(tool);
      return own.has(label) ? label : OTHER_SECTOR;
    },
  };
}

const labelOf = (tool: OfIndustry): string => optionLabel(industryOf(tool));

/** The day before which a tool has to have stood where it is to be no news on a day. */
export const newsBegin = (day: string): string =>
  new Date(Date.parse(day) - NEWS_DAYS * DAY_MS).toISOString().slice(0, 10);

/** Towards the middle or away from it; null for a tool that stayed, or that had no ring. */
export function movement(from: Ring | null, to: Ring): "in" | "out" | null {
  if (from === null || from === to) return null;
  return RINGS.indexOf(to) < RINGS.indexOf(from) ? "in" : "out";
}
