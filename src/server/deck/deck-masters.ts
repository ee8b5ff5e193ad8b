import type PptxGenJS from "pptxgenjs";

import {
  COLOUR,
  FONT,
  FOOTER,
  HEADING,
  lettering,
  MARGIN,
  MASTER,
  PAGE,
  TOOL_HEADING,
} from "./deck-theme.ts";

const titlePlaceholder = (
  box: typeof HEADING,
  fontSize: number,
  color: string,
  valign: "middle" | "bottom" = "middle",
) => ({
  placeholder: {
    options: {
      name: "title",
      type: "title" as const,
      ...box,
      margin: 0,
      fontFace: FONT,
      fontSize,
      color,
      bold: true,
      align: "left" as const,
      valign,
    },
    text: "",
  },
});

const slideNumber = (color: string) => ({
  x: PAGE.width - MARGIN - 0.8,
  ...FOOTER,
  w: 0.8,
  margin: 0,
  fontFace: FONT,
  fontSize: 10,
  color,
  align: "right" as const,
  valign: "middle" as const,
});

const deckName = (name: string, color: string) => ({
  text: {
    text: `StackLoop · ${name}`,
    options: {
      ...lettering(10, color),
      x: PAGE.width - MARGIN - 4.3,
      ...FOOTER,
      w: 3.4,
      align: "right" as const,
      valign: "middle" as const,
    },
  },
});

const accentEdge = { rect: { x: 0, y: 0, w: PAGE.width, h: 0.09, fill: { color: COLOUR.accent } } };

/** Defines the slide layouts, so that a layout change applies to all slides. */
export function defineMasters(deck: PptxGenJS, name: string): void {
  deck.layout = "LAYOUT_WIDE";
  deck.theme = { headFontFace: FONT, bodyFontFace: FONT };
  const dark = { background: { color: COLOUR.night } };
  const light = { background: { color: COLOUR.paper }, slideNumber: slideNumber(COLOUR.faint) };
  const cover = { x: MARGIN, y: 2.1, w: 9.5, h: 1.1 };
  const section = { x: MARGIN, y: 1.7, w: 4.1, h: 2.2 };
  deck.defineSlideMaster({
    title: MASTER.cover,
    ...dark,
    objects: [titlePlaceholder(cover, 54, COLOUR.paper)],
  });
  deck.defineSlideMaster({
    title: MASTER.section,
    ...light,
    objects: [
      { rect: { x: 0, y: 0, w: 5.35, h: PAGE.height, fill: { color: COLOUR.night } } },
      titlePlaceholder(section, 36, COLOUR.paper, "bottom"),
      deckName(name, COLOUR.faint),
    ],
  });
  deck.defineSlideMaster({
    title: MASTER.chart,
    ...light,
    objects: [accentEdge, titlePlaceholder(HEADING, 28, COLOUR.ink), deckName(name, COLOUR.faint)],
  });
  deck.defineSlideMaster({
    title: MASTER.tool,
    ...light,
    objects: [accentEdge, titlePlaceholder(TOOL_HEADING, 30, COLOUR.ink), deckName(name, COLOUR.faint)],
  });
}
