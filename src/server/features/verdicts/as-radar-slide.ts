import type PptxGenJS from "pptxgenjs";

import { writeDeckFile } from "#server/deck/deck-file.ts";
import { fitText, textWidth, counted, deckDate, lineText } from "#server/deck/deck-text.ts";
import {
  addOverviewSlide,
  COLOUR,
  textStyle,
  OVERVIEW_BODY,
  type Slide,
  CONTENT,
  MARGIN,
  MODALITY_COLOUR,
} from "#server/deck/deck-theme.ts";
import { optionLabel } from "#shared/kernel/text-rules.ts";
import { COLOURED_MODALITIES, modalityTone } from "#shared/tools/modality-words.ts";
import { RING_WORDS, RINGS, type Ring } from "#shared/verdicts/rings.ts";
import type { Radar, Blip } from "#shared/verdicts/verdicts.ts";

import { addRadarPicture, numberBlips, type NumberedBlip, RADAR_SIDE } from "./radar-picture.ts";

/** Returns the radar as a PowerPoint file with one slide. */
export const radarAsSlide = (radar: Radar): Promise<Uint8Array> =>
  writeDeckFile({ title: "AI radar", subject: "What the team has decided on AI tools" }, (deck) =>
    addRadarSlide(deck, radar),
  );

/** Adds a slide with the radar and numbered dots, and the names by ring next to it. */
export function addRadarSlide(
  deck: PptxGenJS,
  { asOf, sectors, blips }: Radar,
  period = "Within 90 days",
): void {
  const numbered = numberBlips(blips);
  const day = deckDate(new Date(`${asOf}T12:00:00Z`));
  const slide = addOverviewSlide(deck, "AI radar", `${counted(blips.length, "tool")} as of ${day}`);
  addRadarPicture(slide, sectors, numbered);
  addRadarList(slide, numbered);
  addRadarKey(slide, numbered, period);
}

const GAP = 0.2;
/** Sizes of lines in inches and points, largest first. */
const LINES = [
  { h: 0.27, fontSize: 14 },
  { h: 0.23, fontSize: 12 },
  { h: 0.2, fontSize: 10 },
] as const;
type LineSize = (typeof LINES)[number];
const LEAST_COLUMNS = 2;
const MOST_COLUMNS = 4;

/** Returns the maximum number of lines in a column above the legend. */
const linesIn = ({ h }: LineSize) => Math.floor((OVERVIEW_BODY.h - KEY_HEIGHT) / h);

/** Adds the names of the dots by ring, in as few columns as possible, and in the largest size for two of them. */
function addRadarList(slide: Slide, blips: readonly NumberedBlip[]): void {
  const rings = RINGS.map((ring) => ({ ring, blips: blips.filter((blip) => blip.ring === ring) }));
  const size = LINES.find((each) => flow(rings, Infinity, linesIn(each)).length <= LEAST_COLUMNS) ?? LINES[2];
  const columns = columnsOf(rings, linesIn(size));
  const width = (BESIDE_RADAR.w + GAP) / Math.max(LEAST_COLUMNS, columns.length) - GAP;
  for (const [column, lines] of columns.entries()) {
    for (const [index, line] of lines.entries()) {
      if (line === null) continue;
      slide.addText(runsOf(line, width, size), {
        ...textStyle(size.fontSize, COLOUR.muted),
        x: BESIDE_RADAR.x + column * (width + GAP),
        y: OVERVIEW_BODY.y + index * size.h,
        w: width,
        h: size.h,
        valign: "middle",
        wrap: false,
      });
    }
  }
}

interface RingOfBlips {
  ring: Ring;
  blips: readonly NumberedBlip[];
}

/** Line: a ring's heading, a tool, the number of omitted tools, or empty. */
type Line = { ring: Ring; count: number } | NumberedBlip | { rest: number } | null;

/** Splits the lines into columns. If they don't fit, cuts the longest rings. */
function columnsOf(rings: readonly RingOfBlips[], lines: number): Line[][] {
  let limit = MOST_COLUMNS * lines;
  let columns = flow(rings, limit, lines);
  while (limit > 1 && columns.length > MOST_COLUMNS) {
    limit -= 1;
    columns = flow(rings, limit, lines);
  }
  return columns;
}

function flow(rings: readonly RingOfBlips[], limit: number, lines: number): Line[][] {
  const columns: Line[][] = [];
  let column: Line[] = [];
  const begin = () => columns.push((column = []));
  begin();
  for (const { ring, blips } of rings) {
    // A heading stays with its first tool.
    if (column.length + 3 > lines) begin();
    if (column.length > 0) column.push(null);
    column.push({ ring, count: blips.length });
    const rest = blips.length - limit;
    for (const line of rest > 0 ? [...blips.slice(0, limit), { rest }] : blips) {
      if (column.length === lines) begin();
      column.push(line);
    }
  }
  return columns;
}

function runsOf(line: NonNullable<Line>, width: number, size: LineSize) {
  if ("count" in line) {
    return [
      {
        text: RING_WORDS[line.ring].label,
        options: { bold: true, color: COLOUR.ink, fontSize: size.fontSize + 2 },
      },
      plain(`  ${line.count}`),
    ];
  }
  return "rest" in line ? [plain(`+${line.rest} more`)] : namedRuns(line, width, size);
}

const plain = (text: string) => ({ text, options: { color: COLOUR.muted } });

function namedRuns(blip: NumberedBlip, width: number, size: LineSize) {
  const number = `${blip.number}  `;
  const sign = signOf(blip);
  const around = textWidth(number, size) + textWidth(sign, size);
  const name = fitText(lineText(blip.name), width - around, 1, size);
  return [
    { text: number, options: { color: COLOUR.muted } },
    { text: name, options: { color: COLOUR.ink } },
    ...(sign === "" ? [] : [plain(sign)]),
  ];
}

function signOf({ isNew, moved }: Blip): string {
  if (isNew) return " ●";
  if (moved === null) return "";
  return moved === "in" ? " ▲" : " ▼";
}

const LEFT = OVERVIEW_BODY.x + RADAR_SIDE + 0.4;
/** Remaining area next to the radar. */
const BESIDE_RADAR = { x: LEFT, w: MARGIN + CONTENT.width - LEFT };
const KEY = { h: 0.22, fontSize: 11 };
const DOT = 0.13;
const KEY_HEIGHT = 2.5 * KEY.h;

/** Adds the legend for dot colours and symbols after names. `period` says when the moves happened. */
function addRadarKey(slide: Slide, blips: readonly Blip[], period: string): void {
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
      ...textStyle(KEY.fontSize, COLOUR.body),
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
    ...textStyle(KEY.fontSize, COLOUR.muted),
    x: BESIDE_RADAR.x,
    y: bottom - KEY.h,
    w: BESIDE_RADAR.w,
    h: KEY.h,
    valign: "middle",
  });
}
