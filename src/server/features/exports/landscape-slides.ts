import type PptxGenJS from "pptxgenjs";

import { formatCount, fitText, lineText, textWidth } from "#server/deck/deck-text.ts";
import {
  addOverviewSlide,
  COLOUR,
  CONTENT,
  FONT,
  type ModalityColour,
  OVERVIEW_BODY,
  textStyle,
} from "#server/deck/deck-theme.ts";
import type { Tool } from "#shared/tools/tools.ts";

import { type Column, deckLandscape, type IndustryGroup, largestGroups } from "./landscape.ts";

const MAX_BARS = 12;
const BAR_HEIGHT = 0.8;

function chartSubtitle(groups: readonly IndustryGroup[], total: number): string {
  const summary = `${formatCount(total, "tool")} in ${formatCount(groups.length, "industry", "industries")}`;
  if (groups.length > MAX_BARS) return `${summary}; the ${MAX_BARS} largest are shown`;
  const [first, second] = groups.toSorted((a, b) => b.tools.length - a.tools.length);
  if (!first || !second || first.tools.length === second.tools.length) return summary;
  const percentage = Math.round((first.tools.length / total) * 100);
  return fitText(
    `${summary}; ${first.label} leads with ${first.tools.length} (${percentage}%)`,
    CONTENT.width,
    1,
    {
      fontSize: 15,
    },
  );
}

/** Adds the landscape as a native, editable chart: a bar for each industry, stacked by modality. */
export function addChartSlide(deck: PptxGenJS, tools: readonly Tool[]): void {
  const { columns, groups } = deckLandscape(tools);
  const sorted = groups.toSorted((a, b) => b.tools.length - a.tools.length);
  // Bar charts draw their first category at the bottom.
  const bars = sorted.slice(0, MAX_BARS).toReversed();
  const slide = addOverviewSlide(deck, "Tools by industry and modality", chartSubtitle(groups, tools.length));
  const labels = bars.map(({ label }) => fitText(label, 2.3, 1, { fontSize: 13 }));
  const longest = Math.max(...bars.map((bar) => bar.tools.length), 1);
  const data = columns.map(({ label }, index) => ({
    name: label,
    labels: [...labels],
    values: bars.map((bar) => bar.cells[index]?.length ?? 0),
  }));
  slide.addChart("bar", data, {
    ...OVERVIEW_BODY,
    h: Math.min(OVERVIEW_BODY.h, bars.length * BAR_HEIGHT + 0.8),
    objectName: "Landscape",
    altText: "Bar chart: number of tools by industry, stacked by modality",
    barDir: "bar",
    barGrouping: "stacked",
    barGapWidthPct: 45,
    chartColors: columns.map(({ colour }) => colour.solid),
    chartArea: { roundedCorners: false },
    catAxisLabelFontFace: FONT,
    catAxisLabelFontSize: 13,
    catAxisLabelColor: COLOUR.body,
    catAxisLineShow: false,
    catAxisMajorTickMark: "none",
    valAxisHidden: true,
    valAxisLineShow: false,
    // The bar of a single tool should look small.
    valAxisMaxVal: Math.max(longest, 4),
    valAxisMinVal: 0,
    valGridLine: { style: "none" },
    showValue: true,
    // A number wider than its segment would overlap the next one.
    dataLabelFormatCode: `[<${Math.max(1, Math.ceil(longest / 30))}]"";#,##0`,
    dataLabelColor: COLOUR.paper,
    dataLabelFontFace: FONT,
    dataLabelFontSize: 12,
    dataLabelFontBold: true,
    showLegend: true,
    legendPos: "b",
    legendFontFace: FONT,
    legendFontSize: 13,
    legendColor: COLOUR.body,
  });
}

const MAX_ROWS = 8;
const HEAD_HEIGHT = 0.4;
const LABEL_WIDTH = 2;
const PADDING = 0.06;
/** Top, right, bottom, left. The library interprets numbers below one as inches. */
const CELL_MARGIN: [number, number, number, number] = [0.02, 0.1, 0.02, 0.1];
const LABEL_MARGIN: [number, number, number, number] = [0.02, 0.1, 0.02, 0];

/** Returns the height of plain text lines in a table, in inches. */
const linesHeight = (lines: number, fontSize: number) => (lines * fontSize * 1.25) / 72;

interface CellSpace {
  width: number;
  lines: number;
  fontSize: number;
}

/**
 * Returns the lines of a cell: tool names, and "+2 more" for those that don't fit. If no name fits, returns the number
 * of tools.
 */
function cellLines(tools: readonly Tool[], { width, lines, fontSize }: CellSpace): string[] {
  if (tools.length === 0) return [];
  if (tools.length > lines && lines < 2) return [formatCount(tools.length, "tool")];
  const shownCount = tools.length <= lines ? tools.length : lines - 1;
  const names = tools.slice(0, shownCount).map(({ name }) => fitText(lineText(name), width, 1, { fontSize }));
  return shownCount === tools.length ? names : [...names, `+${tools.length - shownCount} more`];
}

type Borders = [PptxGenJS.BorderProps, PptxGenJS.BorderProps, PptxGenJS.BorderProps, PptxGenJS.BorderProps];
const hairline = { type: "solid", pt: 0.75, color: COLOUR.line } as const;
const none = { type: "none" } as const;

function headerCell({ label, count, colour }: Column, width: number): PptxGenJS.TableCell {
  const options = { ...textStyle(12, colour.solid), bold: true };
  const border: Borders = [none, none, { type: "solid", pt: 2, color: colour.solid }, none];
  const style = { fontSize: 12, isBold: true };
  const number = ` · ${count}`;
  return {
    text: fitText(label, width - textWidth(number, style), 1, style) + number,
    options: { ...options, border, valign: "middle", margin: CELL_MARGIN },
  };
}

interface GridFormat extends CellSpace {
  rowHeight: number;
  cellWidth: number;
}

/** Calculates rows as high as their names need, up to the height of the slide. */
function gridFormat(rows: readonly IndustryGroup[], columnCount: number): GridFormat {
  const maxNames = Math.max(...rows.flatMap(({ cells }) => cells.map((tools) => tools.length)));
  const wantedHeight = Math.max(0.6, linesHeight(maxNames, 11) + 2 * PADDING);
  const rowHeight = Math.min(wantedHeight, (OVERVIEW_BODY.h - HEAD_HEIGHT) / rows.length);
  const cellWidth = (OVERVIEW_BODY.w - LABEL_WIDTH) / columnCount;
  const fontSize = rowHeight > 0.8 ? 11 : 10;
  const lines = Math.floor((rowHeight - PADDING) / linesHeight(1, fontSize));
  return { rowHeight, cellWidth, fontSize, lines, width: cellWidth - 0.25 };
}

const underlined: Borders = [none, none, hairline, none];

function labelCell(row: IndustryGroup, { lines }: GridFormat): PptxGenJS.TableCell {
  const style = { fontSize: 12, isBold: true };
  const text = fitText(row.label, LABEL_WIDTH - 0.2, lines > 2 ? 2 : 1, style);
  const options = { ...textStyle(style.fontSize, COLOUR.ink), bold: true, margin: LABEL_MARGIN };
  return { text, options: { ...options, border: underlined, valign: "middle" } };
}

function namesCell(tools: readonly Tool[], colour: ModalityColour, space: CellSpace): PptxGenJS.TableCell {
  const { solid, tint } = colour;
  const names = cellLines(tools, space);
  const text = names.map((name, index) => ({
    text: name,
    options: { ...textStyle(space.fontSize, solid), breakLine: index < names.length - 1 },
  }));
  const fill = tools.length > 0 ? { fill: { color: tint } } : {};
  const options = { fontFace: FONT, fontSize: space.fontSize, margin: CELL_MARGIN, ...fill };
  return { text, options: { ...options, border: underlined, valign: "middle" } };
}

/** Adds the landscape as a table of tool names: a row for each industry, a column for each modality. */
export function addGridSlide(deck: PptxGenJS, tools: readonly Tool[]): void {
  const { columns, groups } = deckLandscape(tools);
  const { shown, rest } = largestGroups(groups, MAX_ROWS);
  const rows = rest ? [...shown, rest] : shown;
  const format = gridFormat(rows, columns.length);
  const head: PptxGenJS.TableRow = [
    { text: "", options: { border: underlined } },
    ...columns.map((column) => headerCell(column, format.width)),
  ];
  const body = rows.map((row): PptxGenJS.TableRow => {
    // The row of combined industries has one line, because names from many industries would be meaningless.
    const space = row === rest ? { ...format, lines: 1 } : format;
    return [
      labelCell(row, format),
      ...columns.map(({ colour }, index) => namesCell(row.cells[index] ?? [], colour, space)),
    ];
  });
  const slide = addOverviewSlide(deck, "The landscape at a glance", "Industry by modality");
  slide.addTable([head, ...body], {
    x: OVERVIEW_BODY.x,
    y: OVERVIEW_BODY.y,
    w: OVERVIEW_BODY.w,
    objectName: "Landscape",
    colW: [LABEL_WIDTH, ...columns.map(() => format.cellWidth)],
    rowH: [HEAD_HEIGHT, ...rows.map(() => format.rowHeight)],
    fontFace: FONT,
    fontSize: format.fontSize,
  });
}
