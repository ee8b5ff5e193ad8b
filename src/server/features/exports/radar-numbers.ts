import { RINGS } from "#shared/verdicts/rings.ts";
import type { Blip } from "#shared/verdicts/verdicts.ts";

/** A tool with the number that its dot and its line have in common. */
export interface NumberedBlip extends Blip {
  number: number;
}

/** The tools by ring and name, numbered from 1. */
export const numberBlips = (blips: readonly Blip[]): NumberedBlip[] =>
  blips
    .toSorted(
      (a, b) => RINGS.indexOf(a.ring) - RINGS.indexOf(b.ring) || a.name.localeCompare(b.name, "en-US"),
    )
    .map((blip, index) => ({ ...blip, number: index + 1 }));
