import { COLOUR, lettering, OVERVIEW_BODY, type Slide } from "#server/deck/deck-theme.ts";
import { fitText, textWidth } from "#server/deck/fit-text.ts";
import { lineText } from "#server/deck/plain-text.ts";
import { RING_WORDS, RINGS, type Ring } from "#shared/verdicts/rings.ts";
import type { Blip } from "#shared/verdicts/verdicts.ts";

import { BESIDE_RADAR, KEY_HEIGHT } from "./radar-key.ts";
import type { NumberedBlip } from "./radar-picture.ts";

const GAP = 0.2;
const LINE = { h: 0.2, fontSize: 10 };
/** Maximum number of lines in a column above the legend. */
const MAX_LINES = Math.floor((OVERVIEW_BODY.h - KEY_HEIGHT) / LINE.h);
const LEAST_COLUMNS = 2;
const MOST_COLUMNS = 4;

/** Adds the names of the dots by ring, in as few columns as possible. */
export function addRadarList(slide: Slide, blips: readonly NumberedBlip[]): void {
  const rings = RINGS.map((ring) => ({ ring, blips: blips.filter((blip) => blip.ring === ring) }));
  const columns = columnsOf(rings);
  const width = (BESIDE_RADAR.w + GAP) / Math.max(LEAST_COLUMNS, columns.length) - GAP;
  for (const [column, lines] of columns.entries()) {
    for (const [index, line] of lines.entries()) {
      if (line === null) continue;
      slide.addText(runsOf(line, width), {
        ...lettering(LINE.fontSize, COLOUR.muted),
        x: BESIDE_RADAR.x + column * (width + GAP),
        y: OVERVIEW_BODY.y + index * LINE.h,
        w: width,
        h: LINE.h,
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
function columnsOf(rings: readonly RingOfBlips[]): Line[][] {
  let limit = MOST_COLUMNS * MAX_LINES;
  let columns = flow(rings, limit);
  while (limit > 1 && columns.length > MOST_COLUMNS) {
    limit -= 1;
    columns = flow(rings, limit);
  }
  return columns;
}

function flow(rings: readonly RingOfBlips[], limit: number): Line[][] {
  const columns: Line[][] = [];
  let column: Line[] = [];
  const begin = () => columns.push((column = []));
  begin();
  for (const { ring, blips } of rings) {
    // A heading stays with its first tool.
    if (column.length + 3 > MAX_LINES) begin();
    if (column.length > 0) column.push(null);
    column.push({ ring, count: blips.length });
    const rest = blips.length - limit;
    for (const line of rest > 0 ? [...blips.slice(0, limit), { rest }] : blips) {
      if (column.length === MAX_LINES) begin();
      column.push(line);
    }
  }
  return columns;
}

function runsOf(line: NonNullable<Line>, width: number) {
  if ("count" in line) {
    return [
      { text: RING_WORDS[line.ring].label, options: { bold: true, color: COLOUR.ink, fontSize: 12 } },
      plain(`  ${line.count}`),
    ];
  }
  return "rest" in line ? [plain(`+${line.rest} more`)] : namedRuns(line, width);
}

const plain = (text: string) => ({ text, options: { color: COLOUR.muted } });

function namedRuns(blip: NumberedBlip, width: number) {
  const number = `${blip.number}  `;
  const sign = signOf(blip);
  const around = textWidth(number, LINE) + textWidth(sign, LINE);
  const name = fitText(lineText(blip.name), width - around, 1, LINE);
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
