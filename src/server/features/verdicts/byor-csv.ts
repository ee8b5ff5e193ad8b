import papaparse from "papaparse";

import { FORMULA_START } from "#shared/formula-guard.ts";
import { OTHER_SECTOR } from "#shared/radar.ts";
import { RING_WORDS } from "#shared/rings.ts";
import type { Blip } from "#shared/verdicts.ts";

const COLUMNS = ["name", "ring", "quadrant", "isNew", "description"];
/** Build Your Own Radar refuses a fifth quadrant. */
const MAX_QUADRANTS = 4;

/** The radar as Build Your Own Radar reads it, without live formulas; the smaller sectors share the last quadrant. */
export function byorCsv(blips: readonly Blip[]): string {
  const quadrantOf = quadrantsOf(blips);
  const rows = blips.map(({ name, ring, sector, isNew, reason }) => [
    name,
    RING_WORDS[ring].label,
    quadrantOf(sector),
    isNew ? "TRUE" : "FALSE",
    reason,
  ]);
  return `${papaparse.unparse([COLUMNS, ...rows], { newline: "\r\n", escapeFormulae: FORMULA_START })}\r\n`;
}

function quadrantsOf(blips: readonly Blip[]): (sector: string) => string {
  const counts = new Map<string, number>();
  for (const { sector } of blips) counts.set(sector, (counts.get(sector) ?? 0) + 1);
  if (counts.size <= MAX_QUADRANTS) return (sector) => sector;
  const own = [...counts]
    .filter(([sector]) => sector !== OTHER_SECTOR)
    .toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, MAX_QUADRANTS - 1)
    .map(([sector]) => sector);
  return (sector) => (own.includes(sector) ? sector : OTHER_SECTOR);
}
