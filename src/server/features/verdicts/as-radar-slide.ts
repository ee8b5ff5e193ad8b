import type PptxGenJS from "pptxgenjs";

import { writeDeckFile } from "#server/deck/deck-file.ts";
import { fitText, textWidth, formatCount, formatDeckDate, lineText } from "#server/deck/deck-text.ts";
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

/** Adds a slide with the radar, its numbered dots, and the tools' names by ring next to it. */
export function addRadarSlide(
  deck: PptxGenJS,
  { asOf, sectors, blips }: Radar,
  period = "Within 90 days",
): void {
  const numberedBlips = numberBlips(blips);
  const day = formatDeckDate(new Date(`${asOf}T12:00:00Z`));
  const slide = addOverviewSlide(deck, "AI radar", `${formatCount(blips.length, "tool")} as of ${day}`);
  addRadarPicture(slide, sectors, numberedBlips);
  addRadarList(slide, numberedBlips);
  addLegend(slide, numberedBlips, period);
}

const GAP = 0.2;
/** Heights in inches and font sizes of lines, largest first. */
const LINE_SIZES = [
  { h: 0.27, fontSize: 14 },
  { h: 0.23, fontSize: 12 },
  { h: 0.2, fontSize: 10 },
] as const;
type LineSize = (typeof LINE_SIZES)[number];
const MIN_COLUMNS = 2;
const MAX_COLUMNS = 4;

/** Returns the number of lines that fit in a column above the legend. */
const linesPerColumn = ({ h }: LineSize) => Math.floor((OVERVIEW_BODY.h - LEGEND_HEIGHT) / h);

/**
 * Adds the tools' names by ring. Uses the largest font size with which two columns suffice, or more columns in the
 * smallest size.
 */
function addRadarList(slide: Slide, blips: readonly NumberedBlip[]): void {
  const rings = RINGS.map((ring) => ({ ring, blips: blips.filter((blip) => blip.ring === ring) }));
  const size =
    LINE_SIZES.find((each) => flowLines(rings, Infinity, linesPerColumn(each)).length <= MIN_COLUMNS) ??
    LINE_SIZES[2];
  const columns = toColumns(rings, linesPerColumn(size));
  const width = (LIST_AREA.w + GAP) / Math.max(MIN_COLUMNS, columns.length) - GAP;
  for (const [column, lines] of columns.entries()) {
    for (const [index, line] of lines.entries()) {
      if (line === null) continue;
      slide.addText(textRuns(line, width, size), {
        ...textStyle(size.fontSize, COLOUR.muted),
        x: LIST_AREA.x + column * (width + GAP),
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

/** Line of the list: a ring's heading, a tool, the number of omitted tools, or empty. */
type Line = { ring: Ring; count: number } | NumberedBlip | { rest: number } | null;

/** Splits the lines into columns. If there are too many, cuts the longest rings. */
function toColumns(rings: readonly RingOfBlips[], lines: number): Line[][] {
  let limit = MAX_COLUMNS * lines;
  let columns = flowLines(rings, limit, lines);
  while (limit > 1 && columns.length > MAX_COLUMNS) {
    limit -= 1;
    columns = flowLines(rings, limit, lines);
  }
  return columns;
}

function flowLines(rings: readonly RingOfBlips[], limit: number, lines: number): Line[][] {
  const columns: Line[][] = [];
  let column: Line[] = [];
  const startColumn = () => columns.push((column = []));
  startColumn();
  for (const { ring, blips } of rings) {
    // Keeps a heading with its first tool.
    if (column.length + 3 > lines) startColumn();
    if (column.length > 0) column.push(null);
    column.push({ ring, count: blips.length });
    const rest = blips.length - limit;
    for (const line of rest > 0 ? [...blips.slice(0, limit), { rest }] : blips) {
      if (column.length === lines) startColumn();
      column.push(line);
    }
  }
  return columns;
}

function textRuns(line: NonNullable<Line>, width: number, size: LineSize) {
  if ("count" in line) {
    return [
      {
        text: RING_WORDS[line.ring].label,
        options: { bold: true, color: COLOUR.ink, fontSize: size.fontSize + 2 },
      },
      mutedRun(`  ${line.count}`),
    ];
  }
  return "rest" in line ? [mutedRun(`+${line.rest} more`)] : toolRuns(line, width, size);
}

const mutedRun = (text: string) => ({ text, options: { color: COLOUR.muted } });

function toolRuns(blip: NumberedBlip, width: number, size: LineSize) {
  const number = `${blip.number}  `;
  const symbol = symbolOf(blip);
  const reservedWidth = textWidth(number, size) + textWidth(symbol, size);
  const name = fitText(lineText(blip.name), width - reservedWidth, 1, size);
  return [
    { text: number, options: { color: COLOUR.muted } },
    { text: name, options: { color: COLOUR.ink } },
    ...(symbol === "" ? [] : [mutedRun(symbol)]),
  ];
}

function symbolOf({ isNew, moved }: Blip): string {
  if (isNew) return " ●";
  if (moved === null) return "";
  return moved === "in" ? " ▲" : " ▼";
}

const LIST_LEFT = OVERVIEW_BODY.x + RADAR_SIDE + 0.4;
/** Area next to the radar. */
const LIST_AREA = { x: LIST_LEFT, w: MARGIN + CONTENT.width - LIST_LEFT };
const LEGEND = { h: 0.22, fontSize: 11 };
const DOT_SIZE = 0.13;
const LEGEND_HEIGHT = 2.5 * LEGEND.h;

/** Adds the legend for the colours of dots and the symbols after names. `period` is the time span of the moves. */
function addLegend(slide: Slide, blips: readonly Blip[], period: string): void {
  const bottom = OVERVIEW_BODY.y + OVERVIEW_BODY.h;
  const usedTones = new Set(blips.map(({ modality }) => modalityTone(modality)));
  const tones = ([...COLOURED_MODALITIES, "other"] as const).filter((tone) => usedTones.has(tone));
  let x: number = LIST_AREA.x;
  for (const tone of tones) {
    const label = optionLabel(tone);
    const y = bottom - 2 * LEGEND.h;
    const fill = { color: MODALITY_COLOUR[tone].solid };
    slide.addShape("ellipse", { x, y: y + (LEGEND.h - DOT_SIZE) / 2, w: DOT_SIZE, h: DOT_SIZE, fill });
    const w = textWidth(label, LEGEND) + 0.05;
    slide.addText(label, {
      ...textStyle(LEGEND.fontSize, COLOUR.body),
      x: x + DOT_SIZE + 0.06,
      y,
      w,
      h: LEGEND.h,
      valign: "middle",
      wrap: false,
    });
    x += DOT_SIZE + 0.06 + w + 0.14;
  }
  slide.addText(`${period}: ● new, ▲ moved inwards, ▼ moved outwards`, {
    ...textStyle(LEGEND.fontSize, COLOUR.muted),
    x: LIST_AREA.x,
    y: bottom - LEGEND.h,
    w: LIST_AREA.w,
    h: LEGEND.h,
    valign: "middle",
  });
}
