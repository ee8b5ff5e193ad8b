import type PptxGenJS from "pptxgenjs";

import {
  countLines,
  fitText,
  textWidth,
  isRightToLeft,
  lineText,
  proseText,
} from "#server/deck/deck-text.ts";
import {
  addFooter,
  addPill,
  COLOUR,
  CONTENT,
  textStyle,
  MARGIN,
  MASTER,
  MODALITY_COLOUR,
  PAGE,
  proseLeading,
  type Slide,
  TOOL_HEADING,
} from "#server/deck/deck-theme.ts";
import { getMonogram } from "#shared/pictures/brand-logos.ts";
import type { ImageSize } from "#shared/pictures/image-size.ts";
import { modalityTone } from "#shared/tools/modality-words.ts";
import type { Tool } from "#shared/tools/tools.ts";
import { type Ring, RING_WORDS } from "#shared/verdicts/rings.ts";

import { furtherFacts, modalityLabel, updatedLine } from "./landscape.ts";
import { addFacts } from "./tool-facts.ts";

/** The team's verdict on a tool. */
export interface ShownVerdict {
  ring: Ring;
  reason: string;
}

interface ProseBlock {
  heading: string;
  text: string;
}

interface PlacedBlock extends ProseBlock {
  fontSize: number;
  /** Sizes in inches. `top` starts at the top of the column, `textTop` at the top of the block. */
  top: number;
  textTop: number;
  textHeight: number;
}

const FONT_SIZES = [18, 16, 14, 13] as const;
const HEADING_HEIGHT = 0.34;
const BLOCK_GAP = 0.32;

/** Distributes lines among text blocks: short blocks get what they need, long ones share the rest. */
function shareLines(needed: readonly number[], available: number): number[] {
  const shares = needed.map(() => 0);
  const byNeed = [...needed.entries()].toSorted(([, a], [, b]) => a - b);
  let remaining = available;
  for (const [position, [index, need]] of byNeed.entries()) {
    const share = Math.min(need, Math.floor(remaining / (byNeed.length - position)));
    shares[index] = share;
    remaining -= share;
  }
  return shares;
}

/** Arranges text blocks below each other in the largest font size at which all fit. If none fits, cuts the texts. */
function layoutProse(blocks: readonly ProseBlock[], width: number, height: number): PlacedBlock[] {
  const fixedHeight = blocks.length * HEADING_HEIGHT + (blocks.length - 1) * BLOCK_GAP;
  const availableLines = (fontSize: number) =>
    Math.floor(((height - fixedHeight) * 72) / proseLeading(fontSize));
  const neededLines = (fontSize: number) => blocks.map(({ text }) => countLines(text, width, { fontSize }));
  const allBlocksFit = (fontSize: number) =>
    neededLines(fontSize).reduce((sum, lines) => sum + lines, 0) <= availableLines(fontSize);
  const fontSize = FONT_SIZES.find(allBlocksFit) ?? 13;
  const shares = shareLines(neededLines(fontSize), availableLines(fontSize));
  let top = 0;
  return blocks.map((block, index) => {
    const lines = shares[index] ?? 1;
    const textHeight = (lines * proseLeading(fontSize)) / 72;
    const text = fitText(block.text, width, lines, { fontSize });
    const placed = { heading: block.heading, text, fontSize, top, textTop: HEADING_HEIGHT, textHeight };
    top += HEADING_HEIGHT + textHeight + BLOCK_GAP;
    return placed;
  });
}

/** Logo for a slide. */
export interface Logo extends ImageSize {
  /** Data URL. */
  data: string;
}

const LOGO_BOX = { x: MARGIN, y: 0.6, size: 1.05 };
const TEXT_WIDTH = 7.35;
const NAME_FORMATS = [
  { fontSize: 30, lines: 1 },
  { fontSize: 24, lines: 1 },
  { fontSize: 18, lines: 2 },
] as const;

interface Tile {
  x: number;
  y: number;
  size: number;
}

/** Adds a tool's logo in a square, or its monogram. */
export function addLogo(slide: Slide, tool: Tool, logo: Logo | null, { x, y, size }: Tile): void {
  const name = nameOf(tool);
  const padding = size * 0.13;
  const tile = { x, y, w: size, h: size, rectRadius: padding };
  if (!logo) {
    const { initials, tone } = getMonogram({ name, modality: tool.modality });
    const box = {
      ...tile,
      shape: "roundRect" as const,
      fill: { color: MODALITY_COLOUR[tone].solid },
      objectName: "Monogram",
    };
    const style = {
      ...textStyle(Math.round(size * 27), COLOUR.paper),
      bold: true,
      align: "center" as const,
      valign: "middle" as const,
    };
    slide.addText(initials, { ...style, ...box });
    return;
  }
  const frame = { fill: { color: COLOUR.paper }, line: { color: COLOUR.line, width: 1 } };
  slide.addShape("roundRect", { ...tile, ...frame, objectName: "Logo frame" });
  const innerSize = size - 2 * padding;
  const scale = innerSize / Math.max(logo.width, logo.height);
  const w = logo.width * scale;
  const h = logo.height * scale;
  const imageBox = { x: x + (size - w) / 2, y: y + (size - h) / 2, w, h };
  slide.addImage({ data: logo.data, ...imageBox, altText: `Logo of ${name}`, objectName: "Logo" });
}

/** Returns a tool's name on one line. */
export const nameOf = (tool: Tool): string => lineText(tool.name) || "Unnamed tool";

function addHeading(slide: Slide, tool: Tool): void {
  const name = nameOf(tool);
  const fits = ({ fontSize, lines }: { fontSize: number; lines: number }) =>
    countLines(name, TOOL_HEADING.w, { fontSize, isBold: true }) <= lines;
  const { fontSize, lines } = NAME_FORMATS.find(fits) ?? NAME_FORMATS[2];
  const title = fitText(name, TOOL_HEADING.w, lines, { fontSize, isBold: true });
  const direction = isRightToLeft(title) ? { rtlMode: true } : {};
  slide.addText([{ text: title, options: { fontSize, ...direction } }], { placeholder: "title" });
  const style = { fontSize: 15 };
  const version = fitText(lineText(tool.version), 2.5, 1, style);
  const company = fitText(lineText(tool.company), TOOL_HEADING.w - textWidth(version, style) - 0.3, 1, style);
  const makerText = [company, version].filter((text) => text !== "").join("  ·  ");
  if (makerText === "") return;
  const box = { x: TOOL_HEADING.x, y: 1.32, w: TOOL_HEADING.w, h: 0.33 };
  slide.addText(makerText, { ...textStyle(style.fontSize, COLOUR.muted), ...box, valign: "middle" });
}

function addModalityBadge(slide: Slide, tool: Tool): void {
  const label = modalityLabel(tool);
  if (label === null) return;
  const text = fitText(label, 1.7, 1, { fontSize: 12, isBold: true });
  const w = textWidth(text, { fontSize: 12, isBold: true }) + 0.4;
  const { solid, tint } = MODALITY_COLOUR[modalityTone(tool.modality)];
  const box = { x: PAGE.width - MARGIN - w, y: 0.76, w, h: 0.36 };
  addPill(slide, text, box, { fill: tint, color: solid, fontSize: 12, isBold: true });
}

function addProse(slide: Slide, tool: Tool, verdict: ShownVerdict | undefined): void {
  const blocks = [
    {
      heading: verdict ? `VERDICT: ${RING_WORDS[verdict.ring].label.toUpperCase()}` : "",
      text: proseText(verdict?.reason ?? null),
    },
    { heading: "USE CASE", text: proseText(tool.use) },
    { heading: "CAPABILITIES", text: proseText(tool.capabilities) },
  ].filter(({ text }) => text !== "");
  const column = { x: MARGIN, w: TEXT_WIDTH };
  if (blocks.length === 0) {
    const box = { ...column, y: CONTENT.top + 0.1, h: 0.4 };
    slide.addText("No description yet", { ...textStyle(16, COLOUR.faint), ...box });
  }
  for (const block of layoutProse(blocks, TEXT_WIDTH, CONTENT.bottom - CONTENT.top)) {
    const y = CONTENT.top + block.top;
    slide.addText(block.heading, {
      ...textStyle(11, COLOUR.accent),
      bold: true,
      charSpacing: 1.5,
      ...column,
      y,
      h: 0.25,
    });
    const direction = isRightToLeft(block.text) ? { rtlMode: true, align: "right" as const } : {};
    slide.addText(block.text, {
      ...textStyle(block.fontSize, COLOUR.body),
      lineSpacing: proseLeading(block.fontSize),
      ...direction,
      ...column,
      y: y + block.textTop,
      h: block.textHeight,
      valign: "top",
    });
  }
}

/** Returns speaker notes with the texts that may be shortened or missing on the slide. */
function speakerNotes(tool: Tool, verdict: ShownVerdict | undefined): string {
  const texts = [
    ["Verdict", verdict ? `${RING_WORDS[verdict.ring].label}. ${verdict.reason}` : null],
    ["Use case", tool.use],
    ["Capabilities", tool.capabilities],
    ["Notes", tool.notes],
    ["Release notes", tool.releaseNotes.map(({ date, url }) => `${date} ${url}`).join(", ")],
    ...furtherFacts(tool).map(({ label, text }) => [label, text] as const),
  ] as const;
  return texts
    .map(([heading, text]) => [heading, lineText(text)])
    .filter(([, text]) => text !== "")
    .map(([heading, text]) => `${heading}: ${text}`)
    .join(" — ");
}

export function addToolSlide(
  deck: PptxGenJS,
  section: string,
  tool: Tool,
  logo: Logo | null,
  verdict?: ShownVerdict,
): void {
  const slide = deck.addSlide({ masterName: MASTER.tool, sectionTitle: section });
  addLogo(slide, tool, logo, LOGO_BOX);
  addHeading(slide, tool);
  addModalityBadge(slide, tool);
  addProse(slide, tool, verdict);
  addFacts(slide, tool);
  addFooter(slide, updatedLine(tool));
  const notes = speakerNotes(tool, verdict);
  if (notes !== "") slide.addNotes(notes);
}
