import { lineText } from "#server/deck/deck-text.ts";
import { COLOUR, textStyle, MODALITY_COLOUR, OVERVIEW_BODY, type Slide } from "#server/deck/deck-theme.ts";
import { modalityTone } from "#shared/tools/modality-words.ts";
import {
  type DotPosition,
  layOutRadar,
  RADIUS,
  type RadarLayout,
  RING_BANDS,
  RING_NAME_SIZE,
  RING_NAMES,
} from "#shared/verdicts/radar.ts";
import { RING_WORDS, RINGS } from "#shared/verdicts/rings.ts";
import type { Blip } from "#shared/verdicts/verdicts.ts";

/** Tool with the number that its dot and its line in the list show. */
export interface NumberedBlip extends Blip {
  number: number;
}

/** Numbers the tools from 1, sorted by ring and name. */
export const numberBlips = (blips: readonly Blip[]): NumberedBlip[] =>
  blips
    .toSorted(
      (a, b) => RINGS.indexOf(a.ring) - RINGS.indexOf(b.ring) || a.name.localeCompare(b.name, "en-US"),
    )
    .map((blip, index) => ({ ...blip, number: index + 1 }));

/** Side of the radar's square area, in inches. */
export const RADAR_SIDE = OVERVIEW_BODY.h;
const SECTOR_NAME = { w: 1.9, h: 0.22, fontSize: 11 };
const RIM_WIDTH = 0.26;
const SCALE = (RADAR_SIDE / 2 - RIM_WIDTH) / RADIUS;
const CENTRE = { x: OVERVIEW_BODY.x + RADAR_SIDE / 2, y: OVERVIEW_BODY.y + RADAR_SIDE / 2 };
/** Minimum font size of a readable number. */
const MIN_NUMBER_SIZE = 5;
/** Dots on slides contain numbers, so they are larger than on screens if they don't touch. */
const MAX_DOT_RADIUS = 17;

const toSlide = ({ x, y }: DotPosition): DotPosition => ({
  x: CENTRE.x + x * SCALE,
  y: CENTRE.y + y * SCALE,
});

function squareAround(position: DotPosition, radius: number) {
  const { x, y } = toSlide(position);
  return { x: x - radius * SCALE, y: y - radius * SCALE, w: 2 * radius * SCALE, h: 2 * radius * SCALE };
}

/** Adds the rings, the sectors, and a numbered dot in the colour of its modality for each tool. */
export function addRadarPicture(
  slide: Slide,
  sectors: readonly string[],
  blips: readonly NumberedBlip[],
): void {
  const layout = layOutRadar(sectors, blips);
  for (const [index, { outer }] of RING_BANDS.toReversed().entries()) {
    slide.addShape("ellipse", {
      ...squareAround({ x: 0, y: 0 }, outer),
      fill: { color: ringColour(index) },
      line: { color: COLOUR.line, width: 0.75 },
    });
  }
  if (layout.sectors.length > 1) {
    for (const { from } of layout.sectors) addSpoke(slide, from);
    for (const { sector, from, to } of layout.sectors) addSectorName(slide, sector, (from + to) / 2);
  }
  for (const [index, { ring, x, y }] of RING_NAMES.toReversed().entries()) {
    const at = toSlide({ x, y });
    const [w, h] = [2 * RING_NAME_SIZE.halfWidth * SCALE, 2 * RING_NAME_SIZE.halfHeight * SCALE];
    slide.addText(RING_WORDS[ring].label, {
      ...textStyle(8, COLOUR.muted),
      x: at.x - w / 2,
      y: at.y - h / 2,
      w,
      h,
      fill: { color: ringColour(index) },
      bold: true,
      align: "center",
      valign: "middle",
      wrap: false,
    });
  }
  const dot = largestDot(layout);
  for (const { blip, x, y } of layout.dots) addDot(slide, blip, { x, y }, dot);
}

/** Returns the largest radius at which no dots touch. */
function largestDot({ dot, dots }: RadarLayout<unknown>): number {
  let nearest = 2 * MAX_DOT_RADIUS + 2;
  for (const [index, one] of dots.entries())
    for (const other of dots.slice(index + 1))
      nearest = Math.min(nearest, Math.hypot(one.x - other.x, one.y - other.y));
  return Math.max(dot, nearest / 2 - 1);
}

const ringColour = (indexFromOutside: number): string =>
  indexFromOutside % 2 === 0 ? COLOUR.panel : COLOUR.paper;

function addSpoke(slide: Slide, angle: number): void {
  const end = toSlide({ x: RADIUS * Math.cos(angle), y: RADIUS * Math.sin(angle) });
  const [dx, dy] = [end.x - CENTRE.x, end.y - CENTRE.y];
  slide.addShape("line", {
    x: Math.min(CENTRE.x, end.x),
    y: Math.min(CENTRE.y, end.y),
    w: Math.abs(dx),
    h: Math.abs(dy),
    // A line is drawn along one diagonal of its box. The other diagonal needs a flip.
    flipV: dx * dy < 0,
    line: { color: COLOUR.line, width: 0.75 },
  });
}

/** Adds a sector's name along the rim, never upside down. */
function addSectorName(slide: Slide, sector: string, angle: number): void {
  const isBelow = Math.sin(angle) > 0.01;
  const distance = RADIUS + RIM_WIDTH / 2 / SCALE;
  const at = toSlide({ x: distance * Math.cos(angle), y: distance * Math.sin(angle) });
  const { w, h, fontSize } = SECTOR_NAME;
  slide.addText(lineText(sector), {
    ...textStyle(fontSize, COLOUR.body),
    x: at.x - w / 2,
    y: at.y - h / 2,
    w,
    h,
    rotate: ((angle * 180) / Math.PI + (isBelow ? -90 : 90) + 360) % 360,
    bold: true,
    align: "center",
    valign: "middle",
    wrap: false,
  });
}

function addDot(slide: Slide, { number, isNew, modality }: NumberedBlip, at: DotPosition, dot: number): void {
  const { solid } = MODALITY_COLOUR[modalityTone(modality)];
  if (isNew) {
    slide.addShape("ellipse", {
      ...squareAround(at, dot + 3),
      line: { color: solid, width: 0.75, dashType: "sysDash" },
    });
  }
  const fontSize = dot * (number < 100 ? 0.56 : 0.46);
  slide.addText(fontSize < MIN_NUMBER_SIZE ? "" : String(number), {
    ...textStyle(fontSize, COLOUR.paper),
    ...squareAround(at, dot),
    shape: "ellipse",
    fill: { color: solid },
    bold: true,
    align: "center",
    valign: "middle",
    wrap: false,
  });
}
