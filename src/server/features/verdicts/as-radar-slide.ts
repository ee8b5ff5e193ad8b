import type PptxGenJS from "pptxgenjs";

import { writeDeckFile } from "#server/deck/deck-file.ts";
import { addOverviewSlide } from "#server/deck/deck-parts.ts";
import { counted, deckDate } from "#server/deck/plain-text.ts";
import type { Radar } from "#shared/verdicts/verdicts.ts";

import { addRadarKey } from "./radar-key.ts";
import { addRadarList } from "./radar-list.ts";
import { addRadarPicture, numberBlips } from "./radar-picture.ts";

/** Returns the radar as a PowerPoint file with one slide. */
export const radarAsSlide = (radar: Radar): Promise<Uint8Array> =>
  writeDeckFile({ title: "AI radar", subject: "What the team has decided on AI tools" }, (deck) =>
    addRadarSlide(deck, radar),
  );

/** Adds a slide with the radar and numbered dots, and the names by ring next to it. */
export function addRadarSlide(deck: PptxGenJS, { asOf, sectors, blips }: Radar): void {
  const numbered = numberBlips(blips);
  const day = deckDate(new Date(`${asOf}T12:00:00Z`));
  const slide = addOverviewSlide(deck, "AI radar", `${counted(blips.length, "tool")} as of ${day}`);
  addRadarPicture(slide, sectors, numbered);
  addRadarList(slide, numbered);
  addRadarKey(slide, numbered);
}
