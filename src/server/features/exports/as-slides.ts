import type PptxGenJS from "pptxgenjs";

import { writeDeckFile } from "#server/deck/deck-file.ts";
import { formatCount, countLines, formatDeckDate, fitText, lineText } from "#server/deck/deck-text.ts";
import {
  addCover,
  COLOUR,
  CONTENT,
  MARGIN,
  MASTER,
  MODALITY_COLOUR,
  PAGE,
  type Slide,
  textStyle,
} from "#server/deck/deck-theme.ts";
import { addRadarSlide } from "#server/features/verdicts/as-radar-slide.ts";
import { modalityTone } from "#shared/tools/modality-words.ts";
import type { Tool } from "#shared/tools/tools.ts";
import type { Radar } from "#shared/verdicts/verdicts.ts";

import { addChartSlide, addGridSlide } from "./landscape-slides.ts";
import { type Column, deckLandscape, type IndustryGroup, modalityLabel } from "./landscape.ts";
import { addLogoSlide, addVerdictSlides } from "./overview-slides.ts";
import { dataUrlOf, type LogoImages, pictureSizeOf } from "./picture.ts";
import { addToolSlide, type Logo } from "./tool-slide.ts";

/** Maximum size of all logos in bytes, so that the deck can be sent by mail. Other tools get monograms. */
const MAX_LOGO_BYTES = 20 * 1024 * 1024;

/** Returns a function that returns a tool's logo, or null if it needs a monogram. Counts the size of each logo once. */
function createLogoReader(images: LogoImages) {
  let usedBytes = 0;
  const logos = new Map<string, Logo | null>();
  function read(address: string): Logo | null {
    const image = images.get(address);
    const size = image ? pictureSizeOf(image) : null;
    if (!image || !size || usedBytes + image.bytes.byteLength > MAX_LOGO_BYTES) return null;
    usedBytes += image.bytes.byteLength;
    return { ...size, data: dataUrlOf(image) };
  }
  return ({ logoUrl }: Tool): Logo | null => {
    const address = logoUrl ?? "";
    const logo = logos.get(address) ?? read(address);
    logos.set(address, logo);
    return logo;
  };
}

/** Properties of both decks. */
const DECK_PROPERTIES = { title: "AI landscape", subject: "AI tools by industry and modality" };

/**
 * Returns an overview of the tools as a PowerPoint deck of at most 12 slides: title, chart, landscape with logos, and,
 * if there are verdicts, the radar and the verdicts by ring.
 */
export const overviewAsSlides = (
  tools: readonly Tool[],
  images: LogoImages,
  now: Date = new Date(),
  radar: Radar | null = null,
): Promise<Uint8Array> =>
  writeDeckFile(DECK_PROPERTIES, (deck) => {
    const logoOf = createLogoReader(images);
    addTitleSlide(deck, tools, now);
    if (tools.length === 0) return;
    addChartSlide(deck, tools);
    addLogoSlide(deck, tools, logoOf);
    if (radar === null || radar.blips.length === 0) return;
    addRadarSlide(deck, radar);
    addVerdictSlides(deck, tools, radar.blips, logoOf);
  });

/**
 * Returns the tools as a PowerPoint deck: a title, the landscape, the radar if there are verdicts, and for each
 * industry a section with a slide per tool. `images` contains the logos by URL. A tool without logo gets a monogram.
 */
export const toolsAsSlides = (
  tools: readonly Tool[],
  images: LogoImages,
  now: Date = new Date(),
  radar: Radar | null = null,
): Promise<Uint8Array> =>
  writeDeckFile(DECK_PROPERTIES, (deck) => {
    addTitleSlide(deck, tools, now);
    if (tools.length > 0) {
      addChartSlide(deck, tools);
      addGridSlide(deck, tools);
    }
    if (radar !== null && radar.blips.length > 0) addRadarSlide(deck, radar);
    const logoOf = createLogoReader(images);
    const verdicts = new Map(radar?.blips.map((blip) => [blip.toolId, blip]));
    for (const group of deckLandscape(tools).groups) {
      // The number makes section titles unique. The library finds sections by their titles.
      const title = `${group.label} (${group.tools.length})`;
      deck.addSection({ title });
      addSectionSlide(deck, title, group);
      for (const tool of group.tools) addToolSlide(deck, title, tool, logoOf(tool), verdicts.get(tool.id));
    }
  });

const MODALITY_STRIP = { y: 5.7, h: 0.16, gap: 0.05 };

/** Adds a bar that shows the shares of the modalities. */
function addModalityStrip(slide: Slide, columns: readonly Column[], total: number): void {
  const width = CONTENT.width - MODALITY_STRIP.gap * (columns.length - 1);
  const keyWidth = CONTENT.width / 6;
  let x: number = MARGIN;
  for (const [index, { label, count, colour }] of columns.entries()) {
    const w = (width * count) / total;
    const fill = { color: colour.onNight };
    slide.addShape("rect", { x, y: MODALITY_STRIP.y, w, h: MODALITY_STRIP.h, fill });
    const keyX = MARGIN + index * keyWidth;
    slide.addShape("ellipse", { x: keyX, y: 6.16, w: 0.14, h: 0.14, fill });
    slide.addText(fitText(`${label} ${count.toLocaleString("en-US")}`, keyWidth - 0.3, 1, { fontSize: 13 }), {
      ...textStyle(13, COLOUR.nightText),
      x: keyX + 0.24,
      y: 6.07,
      w: keyWidth - 0.3,
      h: 0.32,
      valign: "middle",
    });
    x += w + MODALITY_STRIP.gap;
  }
}

function addFigure(slide: Slide, index: number, value: number, noun: string): void {
  const x = MARGIN + index * 2.3;
  const figure = value.toLocaleString("en-US");
  slide.addText(figure, { ...textStyle(34, COLOUR.paper), bold: true, x, y: 4.2, w: 2.2, h: 0.66 });
  slide.addText(noun, { ...textStyle(14, COLOUR.nightText), x, y: 4.84, w: 2.2, h: 0.3 });
}

/** Adds the title slide with the subject, the date and the number of tools. */
function addTitleSlide(deck: PptxGenJS, tools: readonly Tool[], now: Date): void {
  const slide = addCover(deck, 1.62);
  slide.addText("AI landscape", { placeholder: "title" });
  slide.addText(formatDeckDate(now), {
    ...textStyle(18, COLOUR.nightText),
    x: MARGIN,
    y: 3.22,
    w: 8,
    h: 0.4,
  });
  const { columns, groups } = deckLandscape(tools);
  const industries = groups.length;
  const modalities = new Set(tools.flatMap((tool) => modalityLabel(tool)?.toLowerCase() ?? [])).size;
  addFigure(slide, 0, tools.length, tools.length === 1 ? "tool" : "tools");
  addFigure(slide, 1, industries, industries === 1 ? "industry" : "industries");
  if (modalities > 0) addFigure(slide, 2, modalities, modalities === 1 ? "modality" : "modalities");
  addModalityStrip(slide, columns, tools.length);
}

const LIST_BOX = { x: 6.05, y: 0.95, w: PAGE.width - 6.05 - MARGIN, h: 5.7 };
const TITLE_BOX = { width: 4, sizes: [36, 30, 24], lines: 3 };

/** Formats of an industry's list of names, from few in large type to many in small type. */
const LIST_FORMATS = [
  { columns: 1, fontSize: 18, step: 0.57 },
  { columns: 2, fontSize: 15, step: 0.44 },
  { columns: 3, fontSize: 12, step: 0.33 },
] as const;

const capacityOf = ({ columns, step }: { columns: number; step: number }) =>
  columns * Math.floor(LIST_BOX.h / step);

/** Adds the slide before an industry's tools, with its name, the number of its tools and their names. */
function addSectionSlide(deck: PptxGenJS, section: string, group: IndustryGroup): void {
  const slide = deck.addSlide({ masterName: MASTER.section, sectionTitle: section });
  const largest = TITLE_BOX.sizes.find(
    (fontSize) => countLines(group.label, TITLE_BOX.width, { fontSize, isBold: true }) <= TITLE_BOX.lines,
  );
  const fontSize = largest ?? 24;
  const title = fitText(group.label, TITLE_BOX.width, TITLE_BOX.lines, { fontSize, isBold: true });
  slide.addText([{ text: title, options: { fontSize } }], { placeholder: "title" });
  slide.addText(formatCount(group.tools.length, "tool"), {
    ...textStyle(18, COLOUR.accentOnNight),
    x: MARGIN,
    y: 4.08,
    w: TITLE_BOX.width,
    h: 0.4,
  });

  const format =
    LIST_FORMATS.find((candidate) => capacityOf(candidate) >= group.tools.length) ?? LIST_FORMATS[2];
  const shown =
    group.tools.length <= capacityOf(format) ? group.tools : group.tools.slice(0, capacityOf(format) - 1);
  const rows = Math.ceil(Math.min(group.tools.length, capacityOf(format)) / format.columns);
  const top = LIST_BOX.y + (LIST_BOX.h - rows * format.step) / 2;
  const width = LIST_BOX.w / format.columns;
  const boxAt = (index: number) => ({
    x: LIST_BOX.x + Math.floor(index / rows) * width,
    y: top + (index % rows) * format.step,
  });
  for (const [index, tool] of shown.entries()) {
    const { x, y } = boxAt(index);
    const dot = 0.13;
    const { solid } = MODALITY_COLOUR[modalityTone(tool.modality)];
    slide.addShape("ellipse", { x, y: y + (format.step - dot) / 2, w: dot, h: dot, fill: { color: solid } });
    slide.addText(fitText(lineText(tool.name), width - 0.45, 1, format), {
      ...textStyle(format.fontSize, COLOUR.ink),
      x: x + 0.28,
      y,
      w: width - 0.35,
      h: format.step,
      valign: "middle",
    });
  }
  if (shown.length === group.tools.length) return;
  const { x, y } = boxAt(shown.length);
  slide.addText(`+${group.tools.length - shown.length} more`, {
    ...textStyle(format.fontSize, COLOUR.muted),
    x: x + 0.28,
    y,
    w: width - 0.35,
    h: format.step,
    valign: "middle",
  });
}
