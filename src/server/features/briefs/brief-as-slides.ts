import type PptxGenJS from "pptxgenjs";

import { writeDeckFile } from "#server/deck/deck-file.ts";
import {
  countLines,
  fitText,
  formatCount,
  lineText,
  proseText,
  linkHost,
  linkTarget,
} from "#server/deck/deck-text.ts";
import {
  addCover,
  addOverviewSlide,
  COLOUR,
  textStyle,
  MARGIN,
  OVERVIEW_BODY,
  type Slide,
} from "#server/deck/deck-theme.ts";
import { addRadarSlide } from "#server/features/verdicts/as-radar-slide.ts";
import { type BriefSectionKind, EMPTY_BRIEF_MESSAGE } from "#shared/brief/brief-rules.ts";
import { briefTitle, lineFacts, periodText, textWithEvidence } from "#shared/brief/brief-texts.ts";
import type { BriefDocument, BriefLine, BriefSection } from "#shared/brief/briefs.ts";
import { moveDirection } from "#shared/verdicts/radar.ts";
import type { Radar } from "#shared/verdicts/verdicts.ts";

export interface BriefDeck {
  document: BriefDocument;
  /** Verdicts at the end of the period. */
  radar: Radar;
  /** Origin of the links. */
  origin: string;
}

/**
 * Returns a brief as a PowerPoint deck of at most 12 slides: a title, a slide for each section (two for new tools), the
 * radar after the decisions, and the sources. The speaker notes have the texts in full, with links.
 */
export const briefAsSlides = ({ document, radar, origin }: BriefDeck): Promise<Uint8Array> => {
  const title = lineText(briefTitle(document));
  return writeDeckFile(
    { title: fitText(title, 3, 1, { fontSize: 10 }), subject: lineText(periodText(document.period)) },
    (deck) => {
      addTitle(deck, document);
      for (const section of document.sections) {
        if (section.kind === "newTools") addCardSlides(deck, section, origin);
        else addListSlide(deck, section, origin);
        if (section.kind === "decisions" && radar.blips.length > 0)
          addRadarSlide(deck, withMovesOfPeriod(radar, section), "In this period");
      }
      addSources(deck, document);
    },
  );
};

/** Replaces the radar's moves of the last 90 days with a section's decisions. */
function withMovesOfPeriod(radar: Radar, { lines }: BriefSection): Radar {
  const rings = new Map(lines.map(({ ref, ring }) => [ref, ring]));
  return {
    ...radar,
    blips: radar.blips.map((blip) => {
      const ring = rings.get(`tool:${blip.toolId}`);
      const from = ring?.from ?? null;
      return {
        ...blip,
        from,
        moved: ring ? moveDirection(from, blip.ring) : null,
        isNew: ring !== undefined && from === null,
      };
    }),
  };
}

const SECTION_NOUNS: Record<BriefSectionKind, readonly [string, string]> = {
  decisions: ["decision", "decisions"],
  newTools: ["new tool", "new tools"],
  news: ["article", "articles"],
  papers: ["paper", "papers"],
  prompts: ["prompt", "prompts"],
  discussions: ["discussion", "discussions"],
  reviews: ["review due", "reviews due"],
};

const TITLE_BOX = { width: 9.5, lines: 2, sizes: [54, 44, 34, 28, 24] };

/** Adds the slide with the headline, the period, the note, and the number of lines in each section. */
function addTitle(deck: PptxGenJS, document: BriefDocument): void {
  const slide = addCover(deck, 1.42);
  const title = lineText(briefTitle(document));
  const fontSize =
    TITLE_BOX.sizes.find((size) => {
      const lines = countLines(title, TITLE_BOX.width, { fontSize: size, isBold: true });
      return lines * size <= 68 && lines <= TITLE_BOX.lines;
    }) ?? 24;
  const shown = fitText(title, TITLE_BOX.width, TITLE_BOX.lines, { fontSize, isBold: true });
  slide.addText([{ text: shown, options: { fontSize } }], { placeholder: "title" });
  const wide = { x: MARGIN, w: 11 };
  // Without a headline, the title is the period.
  if (document.headline !== "")
    slide.addText(lineText(periodText(document.period)), {
      ...textStyle(18, COLOUR.nightText),
      ...wide,
      y: 3.32,
      h: 0.4,
    });
  const note = document.sections.length === 0 ? EMPTY_BRIEF_MESSAGE : document.note;
  if (note.trim() !== "") {
    slide.addText(fitText(proseText(note), wide.w, 3, { fontSize: 15 }), {
      ...textStyle(15, COLOUR.nightText),
      ...wide,
      y: 3.86,
      h: 0.86,
      valign: "top",
    });
    slide.addNotes(proseText(note));
  }
  for (const [index, { kind, total }] of document.sections.entries()) {
    const box = { x: MARGIN + index * 1.66, w: 1.6 };
    const figure = total.toLocaleString("en-US");
    slide.addText(figure, { ...textStyle(30, COLOUR.paper), bold: true, ...box, y: 5.1, h: 0.6 });
    slide.addText(SECTION_NOUNS[kind][total === 1 ? 0 : 1], {
      ...textStyle(13, COLOUR.nightText),
      ...box,
      y: 5.68,
      h: 0.3,
    });
  }
}

const MAX_ROWS = 8;
/** Text sizes, by the maximum number of rows on a slide. */
const ROW_SIZES = [
  { rows: 4, scale: 1.5, factsSize: 11 },
  { rows: 6, scale: 1.25, factsSize: 11 },
  { rows: MAX_ROWS, scale: 1, factsSize: 10 },
] as const;
const LABEL_WIDTH = 2.1;
const FACTS_WIDTH = 3;
const GAP = 0.25;

/** Adds a slide with a list. Each row has a label, a title with a text below it, and short facts on the right. */
function addListSlide(deck: PptxGenJS, section: BriefSection, origin: string): void {
  const shown = section.lines.slice(0, MAX_ROWS);
  const slide = addOverviewSlide(deck, section.title, subtitleOf(section, shown.length));
  const labels = shown.map((line) => lineText(labelOf(section.kind, line)));
  const indent = labels.some((label) => label !== "") ? LABEL_WIDTH + GAP : 0;
  const w = OVERVIEW_BODY.w - indent - FACTS_WIDTH - GAP;
  const { rows, scale, factsSize } = ROW_SIZES.find((size) => shown.length <= size.rows) ?? ROW_SIZES[2];
  for (const [index, line] of shown.entries()) {
    const y = OVERVIEW_BODY.y + (index * OVERVIEW_BODY.h) / rows;
    const label = labels[index] ?? "";
    // A tool's name is shown once, at its first article.
    if (label !== "" && (line.group === undefined || label !== labels[index - 1]))
      addTextBox(
        slide,
        label,
        { x: OVERVIEW_BODY.x, y, w: LABEL_WIDTH, h: 0.26 * scale },
        { fontSize: 12 * scale, color: COLOUR.accent, isBold: true },
      );
    const x = OVERVIEW_BODY.x + indent;
    addTextBox(
      slide,
      lineText(line.title),
      { x, y, w, h: 0.26 * scale },
      { fontSize: 13 * scale, color: COLOUR.ink, isBold: true, link: linkOf(line, origin) },
    );
    addTextBox(
      slide,
      lineText(textWithEvidence(line)),
      { x, y: y + 0.25 * scale, w, h: 0.34 * scale },
      { fontSize: 10 * scale, color: COLOUR.body, lines: 2 },
    );
    const facts = otherFacts(section.kind, line);
    addTextBox(
      slide,
      facts,
      { x: x + w + GAP, y, w: FACTS_WIDTH, h: 0.26 * scale },
      { fontSize: factsSize, color: COLOUR.muted },
    );
  }
  slide.addNotes(notesOf(section, origin));
}

function subtitleOf({ kind, total }: BriefSection, shown: number): string {
  const sum = formatCount(total, ...SECTION_NOUNS[kind]);
  return total > shown ? `${sum}; the first ${shown} are shown` : sum;
}

/** Returns the label at the start of a row: the ring, the tool, or what happened. */
function labelOf(kind: BriefSectionKind, line: BriefLine): string {
  if (kind === "news") return line.group ?? "";
  if (kind === "discussions") return line.isUnanswered === true ? "Unanswered" : "";
  if (kind === "decisions" || kind === "prompts" || kind === "reviews") return lineFacts(line)[0] ?? "";
  return "";
}

/** Returns the facts of a line except its label. */
const otherFacts = (kind: BriefSectionKind, line: BriefLine): string => {
  const label = labelOf(kind, line);
  return lineText(
    lineFacts(line)
      .filter((fact) => fact !== label)
      .join(" · "),
  );
};

/** Prefers the item's web address, which works without an account. */
const linkOf = ({ url, href }: BriefLine, origin: string): string | null =>
  linkTarget(url) ?? linkTarget(`${origin}${href}`);

interface TextOptions {
  fontSize: number;
  color: string;
  isBold?: boolean;
  lines?: number;
  link?: string | null;
}

function addTextBox(
  slide: Slide,
  text: string,
  box: { x: number; y: number; w: number; h: number },
  { fontSize, color, isBold = false, lines = 1, link = null }: TextOptions,
): void {
  if (text === "") return;
  const shown = fitText(text, box.w, lines, { fontSize, isBold });
  const linked = link === null ? {} : { hyperlink: { url: link, tooltip: link } };
  slide.addText([{ text: shown, options: { ...textStyle(fontSize, color), bold: isBold, ...linked } }], {
    ...box,
    margin: 0,
    valign: lines === 1 ? "middle" : "top",
    // A single line must not wrap over the text below it if the font is wider than measured.
    wrap: lines > 1,
  });
}

const CARD_GRID = { columns: 2, rows: 3, gap: 0.35 };
const CARDS_PER_SLIDE = CARD_GRID.columns * CARD_GRID.rows;
/** Limits the deck to 12 slides. */
const MAX_CARD_SLIDES = 2;

/** Adds new tools as cards, six on a slide. */
function addCardSlides(deck: PptxGenJS, section: BriefSection, origin: string): void {
  const shown = section.lines.slice(0, MAX_CARD_SLIDES * CARDS_PER_SLIDE);
  const w = (OVERVIEW_BODY.w - CARD_GRID.gap) / CARD_GRID.columns;
  const h = (OVERVIEW_BODY.h - 2 * CARD_GRID.gap) / CARD_GRID.rows;
  for (let start = 0; start < shown.length; start += CARDS_PER_SLIDE) {
    const title = start === 0 ? section.title : `${section.title}, continued`;
    const slide = addOverviewSlide(deck, title, subtitleOf(section, shown.length));
    for (const [index, line] of shown.slice(start, start + CARDS_PER_SLIDE).entries()) {
      const x = OVERVIEW_BODY.x + (index % CARD_GRID.columns) * (w + CARD_GRID.gap);
      const y = OVERVIEW_BODY.y + Math.floor(index / CARD_GRID.columns) * (h + CARD_GRID.gap);
      slide.addShape("roundRect", {
        x,
        y,
        w,
        h,
        rectRadius: 0.08,
        fill: { color: COLOUR.panel },
        line: { color: COLOUR.line, width: 0.75 },
      });
      const inner = { x: x + 0.2, w: w - 0.4 };
      addTextBox(
        slide,
        lineText(line.title),
        { ...inner, y: y + 0.14, h: 0.3 },
        { fontSize: 15, color: COLOUR.ink, isBold: true, link: linkOf(line, origin) },
      );
      addTextBox(
        slide,
        lineText(textWithEvidence(line)),
        { ...inner, y: y + 0.48, h: 0.56 },
        { fontSize: 11, color: COLOUR.body, lines: 3 },
      );
      addTextBox(
        slide,
        lineText(lineFacts(line).join(" · ")),
        { ...inner, y: y + h - 0.34, h: 0.24 },
        { fontSize: 10, color: COLOUR.muted },
      );
    }
    slide.addNotes(notesOf(section, origin));
  }
}

/** Returns every line of a section in full, for the speaker. */
const notesOf = ({ lines }: BriefSection, origin: string): string =>
  lines
    .flatMap((line) => [
      `${lineText(line.title)} (${[line.group, ...lineFacts(line)]
        .flatMap((fact) => fact || [])
        .map(lineText)
        .join(" · ")})`,
      lineText(textWithEvidence(line)),
      linkOf(line, origin) ?? "",
      "",
    ])
    .filter((text, index, all) => text !== "" || all[index - 1] !== "")
    .join("\n")
    .trim();

const SOURCE_GRID = { columns: 2, rows: 12 };

/** Adds the web addresses of articles and papers. */
function addSources(deck: PptxGenJS, { sections }: BriefDocument): void {
  const sources = sections
    .filter(({ kind }) => kind === "news" || kind === "papers")
    .flatMap(({ lines }) => lines)
    .flatMap(({ title, url }) => {
      const link = linkTarget(url);
      return link === null ? [] : { title: lineText(title), link };
    });
  if (sources.length === 0) return;
  const shown = sources.slice(0, SOURCE_GRID.columns * SOURCE_GRID.rows);
  const more = sources.length > shown.length ? `; the first ${shown.length} are shown` : "";
  const slide = addOverviewSlide(deck, "Sources", `${formatCount(sources.length, "source")}${more}`);
  const w = (OVERVIEW_BODY.w - CARD_GRID.gap) / SOURCE_GRID.columns;
  const step = OVERVIEW_BODY.h / SOURCE_GRID.rows;
  for (const [index, { title, link }] of shown.entries()) {
    const x = OVERVIEW_BODY.x + Math.floor(index / SOURCE_GRID.rows) * (w + CARD_GRID.gap);
    const y = OVERVIEW_BODY.y + (index % SOURCE_GRID.rows) * step;
    const host = linkHost(link);
    addTextBox(slide, title, { x, y, w: w - 1.9, h: 0.3 }, { fontSize: 11, color: COLOUR.accent, link });
    addTextBox(slide, host, { x: x + w - 1.8, y, w: 1.8, h: 0.3 }, { fontSize: 10, color: COLOUR.muted });
  }
  slide.addNotes(sources.map(({ title, link }) => `${title}\n${link}`).join("\n\n"));
}
