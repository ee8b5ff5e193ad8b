import { RINGS } from "#shared/verdicts/rings.ts";
import type { Blip } from "#shared/verdicts/verdicts.ts";

/** Tool with the number shown at its dot and its line. */
export interface NumberedBlip extends Blip {
  number: number;
}

/** Numbers the tools by ring and name, from 1. */
export const numberBlips = (blips: readonly Blip[]): NumberedBlip[] =>
  blips
    .toSorted(
      (a, b) => RINGS.indexOf(a.ring) - RINGS.indexOf(b.ring) || a.name.localeCompare(b.name, "en-US"),
    )
    .map((blip, index) => ({ ...blip, number: index + 1 }));
