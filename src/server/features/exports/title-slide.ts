import type PptxGenJS from "pptxgenjs";

import { COLOUR, CONTENT, lettering, MARGIN, MASTER, OVERVIEW } from "#server/deck/deck-theme.ts";
import type { Slide } from "#server/deck/deck-theme.ts";
import { fitText } from "#server/deck/fit-text.ts";
import { deckDate } from "#server/deck/plain-text.ts";
import type { Tool } from "#shared/tools/tools.ts";

import type { Column } from "./landscape.ts";
import { deckLandscape, modalityLabel } from "./landscape.ts";

const STRIP = { y: 5.7, h: 0.16, gap: 0.05 };

/** Adds one bar for all tools, divided by modality. */
function addModalityStrip(slide: Slide, columns: readonly Column[], total: number): void {
  const width = CONTENT.width - STRIP.gap * (columns.length - 1);
  const keyWidth = CONTENT.width / 6;
  let x: number = MARGIN;
  for (const [index, { label, count, colour }] of columns.entries()) {
    const w = (width * count) / total;
    const fill = { color: colour.onNight };
    slide.addShape("rect", { x, y: STRIP.y, w, h: STRIP.h, fill });
    const keyX = MARGIN + index * keyWidth;
    slide.addShape("ellipse", { x: keyX, y: 6.16, w: 0.14, h: 0.14, fill });
    slide.addText(fitText(`${label} ${count.toLocaleString("en-US")}`, keyWidth - 0.3, 1, { fontSize: 13 }), {
      ...lettering(13, COLOUR.nightText),
      x: keyX + 0.24,
      y: 6.07,
      w: keyWidth - 0.3,
      h: 0.32,
      valign: "middle",
    });
    x += w + STRIP.gap;
  }
}

function addFigure(slide: Slide, index: number, value: number, noun: string): void {
  const x = MARGIN + index * 2.3;
  const figure = value.toLocaleString("en-US");
  slide.addText(figure, { ...lettering(34, COLOUR.paper), bold: true, x, y: 4.2, w: 2.2, h: 0.66 });
  slide.addText(noun, { ...lettering(14, COLOUR.nightText), x, y: 4.84, w: 2.2, h: 0.3 });
}

/** Adds the title slide with the subject, the date and the number of tools. */
export function addTitleSlide(deck: PptxGenJS, tools: readonly Tool[], now: Date): void {
  const slide = deck.addSlide({ masterName: MASTER.cover, sectionTitle: OVERVIEW });
  slide.addText("STACKLOOP", {
    ...lettering(14, COLOUR.accentOnNight),
    bold: true,
    charSpacing: 4,
    x: MARGIN,
    y: 1.62,
    w: 6,
    h: 0.32,
  });
  slide.addText("AI landscape", { placeholder: "title" });
  slide.addText(deckDate(now), { ...lettering(18, COLOUR.nightText), x: MARGIN, y: 3.22, w: 8, h: 0.4 });
  const { columns, groups } = deckLandscape(tools);
  const industries = groups.length;
  const modalities = new Set(tools.flatMap((tool) => modalityLabel(tool)?.toLowerCase() ?? [])).size;
  addFigure(slide, 0, tools.length, tools.length === 1 ? "tool" : "tools");
  addFigure(slide, 1, industries, industries === 1 ? "industry" : "industries");
  if (modalities > 0) addFigure(slide, 2, modalities, modalities === 1 ? "modality" : "modalities");
  addModalityStrip(slide, columns, tools.length);
}
