import type PptxGenJS from "pptxgenjs";

import type { ModalityTone } from "#shared/tools/modality-words.ts";

export type Slide = PptxGenJS.Slide;

/** Typeface with the same widths in PowerPoint, Keynote, Google Slides and LibreOffice. */
export const FONT = "Arial";

export const COLOUR = {
  ink: "0F172A",
  body: "334155",
  muted: "64748B",
  faint: "94A3B8",
  line: "E2E8F0",
  panel: "F8FAFC",
  paper: "FFFFFF",
  night: "111827",
  nightText: "CBD5E1",
  accent: "5349E0",
  accentOnNight: "A5B4FC",
} as const;

/**
 * Modality colours with readable contrast: white text on `solid`, `solid` text on `tint`. `onNight` is for the dark
 * slide.
 */
export interface ModalityColour {
  solid: string;
  tint: string;
  onNight: string;
}

export const MODALITY_COLOUR: Record<ModalityTone, ModalityColour> = {
  text: { solid: "1D4ED8", tint: "DBEAFE", onNight: "3B82F6" },
  image: { solid: "15803D", tint: "DCFCE7", onNight: "22C55E" },
  audio: { solid: "7E22CE", tint: "F3E8FF", onNight: "A855F7" },
  video: { solid: "B91C1C", tint: "FEE2E2", onNight: "EF4444" },
  multimodal: { solid: "C2410C", tint: "FFEDD5", onNight: "F97316" },
  other: { solid: "475569", tint: "F1F5F9", onNight: "94A3B8" },
};

/** Greys for columns without a colour. */
export const GREYS: readonly ModalityColour[] = [
  MODALITY_COLOUR.other,
  { solid: "1E293B", tint: "E2E8F0", onNight: "CBD5E1" },
  { solid: "64748B", tint: "F8FAFC", onNight: "64748B" },
  { solid: "57534E", tint: "F5F5F4", onNight: "A8A29E" },
  { solid: "334155", tint: "EEF2F6", onNight: "E2E8F0" },
  { solid: "78716C", tint: "FAFAF9", onNight: "78716C" },
];

/** Page grid in inches: 16:9, equal margins, content between two lines. */
export const PAGE = { width: 13.333, height: 7.5 } as const;
export const MARGIN = 0.75;
export const CONTENT = { width: PAGE.width - 2 * MARGIN, top: 2.05, bottom: 6.75 } as const;
/** Content area of overview slides, below the subtitle. */
export const OVERVIEW_BODY = { x: MARGIN, y: 1.75, w: CONTENT.width, h: 4.95 } as const;
export const FOOTER = { y: 6.98, h: 0.26 } as const;

export const MASTER = { cover: "Cover", section: "Section", chart: "Landscape", tool: "Tool" } as const;

/** Title of the deck's first section. Those of industries end in a number. */
export const OVERVIEW = "Overview";

/** Position of a content slide's title. A tool's slide leaves space for the logo. */
export const HEADING = { x: MARGIN, y: 0.6, w: CONTENT.width, h: 0.6 };
export const TOOL_HEADING = { x: 2.05, y: 0.6, w: 8.3, h: 0.68 };

/** Returns plain text settings without inner margin, so that boxes align with the grid. */
export const textStyle = (fontSize: number, color: string) => ({
  margin: 0,
  fontFace: FONT,
  fontSize,
  color,
});

/** Returns the line spacing of running text in points. */
export const proseLeading = (fontSize: number): number => Math.round(fontSize * 1.38);

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
