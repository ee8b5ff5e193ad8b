import type PptxGenJS from "pptxgenjs";

import { COLOUR, CONTENT, FOOTER, textStyle, MARGIN, MASTER, OVERVIEW } from "./deck-theme.ts";
import type { Slide } from "./deck-theme.ts";

/** Adds a cover with the product's name, at this distance from the top in inches. */
export function addCover(deck: PptxGenJS, y: number): Slide {
  const slide = deck.addSlide({ masterName: MASTER.cover, sectionTitle: OVERVIEW });
  const box = { x: MARGIN, y, w: 6, h: 0.32 };
  slide.addText("STACKLOOP", { ...textStyle(14, COLOUR.accentOnNight), ...box, bold: true, charSpacing: 4 });
  return slide;
}

export function addOverviewSlide(deck: PptxGenJS, title: string, subtitle: string): Slide {
  const slide = deck.addSlide({ masterName: MASTER.chart, sectionTitle: OVERVIEW });
  slide.addText(title, { placeholder: "title" });
  const box = { x: MARGIN, y: 1.18, w: CONTENT.width, h: 0.36 };
  slide.addText(subtitle, { ...textStyle(15, COLOUR.muted), ...box, valign: "middle" });
  return slide;
}

/** Adds the text at the bottom left of a slide. */
export function addFooter(slide: Slide, text: string): void {
  slide.addText(text, { ...textStyle(10, COLOUR.muted), x: MARGIN, ...FOOTER, w: 5, valign: "middle" });
}

/** Adds a short text in a pill, for badges and tags. */
export function addPill(
  slide: Slide,
  text: string,
  box: { x: number; y: number; w: number; h: number },
  style: { fill: string; color: string; fontSize: number; isBold?: boolean },
): void {
  slide.addText(text, {
    ...textStyle(style.fontSize, style.color),
    ...box,
    shape: "roundRect",
    rectRadius: box.h / 2,
    fill: { color: style.fill },
    bold: style.isBold ?? false,
    align: "center",
    valign: "middle",
    wrap: false,
  });
}
