import {
  COLOUR,
  CONTENT,
  lettering,
  MARGIN,
  MODALITY_COLOUR,
  OVERVIEW_BODY,
  type Slide,
} from "#server/deck/deck-theme.ts";
import { textWidth } from "#server/deck/fit-text.ts";
import { optionLabel } from "#shared/kernel/text-rules.ts";
import { COLOURED_MODALITIES, modalityTone } from "#shared/tools/modality-words.ts";
import type { Blip } from "#shared/verdicts/verdicts.ts";

import { RADAR_SIDE } from "./radar-picture.ts";

const LEFT = OVERVIEW_BODY.x + RADAR_SIDE + 0.4;
/** Remaining area next to the radar. */
export const BESIDE_RADAR = { x: LEFT, w: MARGIN + CONTENT.width - LEFT };
const KEY = { h: 0.22, fontSize: 11 };
const DOT = 0.13;
export const KEY_HEIGHT = 2.5 * KEY.h;

/** Adds the legend for dot colours and symbols after names. `period` says when the moves happened. */
export function addRadarKey(slide: Slide, blips: readonly Blip[], period: string): void {
  const bottom = OVERVIEW_BODY.y + OVERVIEW_BODY.h;
  const used = new Set(blips.map(({ modality }) => modalityTone(modality)));
  const tones = ([...COLOURED_MODALITIES, "other"] as const).filter((tone) => used.has(tone));
  let x: number = BESIDE_RADAR.x;
  for (const tone of tones) {
    const label = optionLabel(tone);
    const y = bottom - 2 * KEY.h;
    const fill = { color: MODALITY_COLOUR[tone].solid };
    slide.addShape("ellipse", { x, y: y + (KEY.h - DOT) / 2, w: DOT, h: DOT, fill });
    const w = textWidth(label, KEY) + 0.05;
    slide.addText(label, {
      ...lettering(KEY.fontSize, COLOUR.body),
      x: x + DOT + 0.06,
      y,
      w,
      h: KEY.h,
      valign: "middle",
      wrap: false,
    });
    x += DOT + 0.06 + w + 0.14;
  }
  slide.addText(`${period}: ● new, ▲ moved inwards, ▼ moved outwards`, {
    ...lettering(KEY.fontSize, COLOUR.muted),
    x: BESIDE_RADAR.x,
    y: bottom - KEY.h,
    w: BESIDE_RADAR.w,
    h: KEY.h,
    valign: "middle",
  });
}
