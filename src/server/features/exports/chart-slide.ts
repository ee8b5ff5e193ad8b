import type PptxGenJS from "pptxgenjs";

import { fitText, counted } from "#server/deck/deck-text.ts";
import { addOverviewSlide, COLOUR, CONTENT, FONT, OVERVIEW_BODY } from "#server/deck/deck-theme.ts";
import type { Tool } from "#shared/tools/tools.ts";

import { deckLandscape, type IndustryGroup } from "./landscape.ts";

const MAX_BARS = 12;
const BAR_HEIGHT = 0.8;

function leadLine(groups: readonly IndustryGroup[], total: number): string {
  const sum = `${counted(total, "tool")} in ${counted(groups.length, "industry", "industries")}`;
  if (groups.length > MAX_BARS) return `${sum}; the ${MAX_BARS} largest are shown`;
  const [first, second] = groups.toSorted((a, b) => b.tools.length - a.tools.length);
  if (!first || !second || first.tools.length === second.tools.length) return sum;
  const share = Math.round((first.tools.length / total) * 100);
  return fitText(`${sum}; ${first.label} leads with ${first.tools.length} (${share}%)`, CONTENT.width, 1, {
    fontSize: 15,
  });
}

/** Adds the landscape as a native, editable chart: a bar per industry, stacked by modality. */
export function addChartSlide(deck: PptxGenJS, tools: readonly Tool[]): void {
  const { columns, groups } = deckLandscape(tools);
  const sorted = groups.toSorted((a, b) => b.tools.length - a.tools.length);
  // A bar chart draws its first category at the bottom.
  const bars = sorted.slice(0, MAX_BARS).toReversed();
  const slide = addOverviewSlide(deck, "Tools by industry and modality", leadLine(groups, tools.length));
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
    // A number wider than its segment would overlap its neighbours.
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
