import papaparse from "papaparse";

import { FORMULA_START } from "#shared/texts/escaping.ts";
import { OTHER_SECTOR } from "#shared/verdicts/radar.ts";
import { RING_WORDS, RINGS } from "#shared/verdicts/rings.ts";
import type { Blip } from "#shared/verdicts/verdicts.ts";

const COLUMNS = ["name", "ring", "quadrant", "isNew", "description"];
/** Build Your Own Radar has exactly this number. */
const MAX_QUADRANTS = 4;

/**
 * Returns the radar as CSV for Build Your Own Radar, without live formulas. Rows go from the innermost ring outwards,
 * since some of its versions order the rings as in the file. Smaller sectors share the last quadrant.
 */
export function byorCsv(blips: readonly Blip[]): string {
  const quadrantOf = quadrantsOf(blips);
  const ordered = RINGS.flatMap((ring) => blips.filter((blip) => blip.ring === ring));
  const rows = ordered.map(({ name, ring, sector, isNew, reason }) => [
    name,
    RING_WORDS[ring].label,
    quadrantName(quadrantOf(sector)),
    isNew ? "TRUE" : "FALSE",
    reason,
  ]);
  return `${papaparse.unparse([COLUMNS, ...rows], { newline: "\r\n", escapeFormulae: FORMULA_START })}\r\n`;
}

function quadrantsOf(blips: readonly Blip[]): (sector: string) => string {
  const counts = new Map<string, number>();
  for (const { sector } of blips) counts.set(sector, (counts.get(sector) ?? 0) + 1);
  if (counts.size <= MAX_QUADRANTS) return (sector) => sector;
  const own = new Set(
    [...counts]
      .filter(([sector]) => sector !== OTHER_SECTOR)
      .toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
      .slice(0, MAX_QUADRANTS - 1)
      .map(([sector]) => sector),
  );
  return (sector) => (own.has(sector) ? sector : OTHER_SECTOR);
}

/** Build Your Own Radar replaces "and" with "&" before it matches quadrants, so names with the word never match. */
const quadrantName = (sector: string): string =>
  sector.replaceAll(/[-\s]+and[-\s]+|\s*&\s*/giu, " & ").trim();
