import { optionLabel } from "#shared/kernel/text-rules.ts";
import { industryOf } from "#shared/tools/landscape.ts";

import { type Ring, RINGS } from "./rings.ts";

/** Sector of all industries without their own. */
export const OTHER_SECTOR = "Other";
/** More sectors would be too narrow for names. */
export const MAX_INDUSTRIES = 7;
/** Number of days for which a moved or new tool is highlighted. */
const NEWS_DAYS = 90;
const DAY_MS = 86_400_000;

interface OfIndustry {
  industry: string | null;
}

export type SectorOf = (tool: OfIndustry) => string;

/** Returns a sector for each of the largest industries, sorted by name, and one for the others, if any. */
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

/** Returns the start of the period in which a move counts as news on this day. */
export const newsBegin = (day: string, days: number = NEWS_DAYS): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

/**
 * Returns the direction: towards the center, or away from it. Null if the ring is unchanged or there was none before.
 */
export function movement(from: Ring | null, to: Ring): "in" | "out" | null {
  if (from === null || from === to) return null;
  return RINGS.indexOf(to) < RINGS.indexOf(from) ? "in" : "out";
}
