import { deflateRawSync } from "node:zlib";

import { strFromU8, strToU8, unzipSync, Zip, ZipPassThrough } from "fflate";
import type PptxGenJS from "pptxgenjs";

import {
  OVERVIEW,
  COLOUR,
  FONT,
  FOOTER,
  HEADING,
  textStyle,
  MARGIN,
  MASTER,
  PAGE,
  TOOL_HEADING,
} from "./deck-theme.ts";

const CONTENT_TYPES = "[Content_Types].xml";
const OVERRIDE = /<Override\b[^>]*\bPartName="\/?([^"]*)"[^>]*\/>/gu;
const SHAPES = /^ppt\/(?:slides|slideLayouts|slideMasters|notesSlides)\/[^/]+\.xml$/u;
const SHAPE_ID = /(<p:cNvPr\b[^>]*?\bid=")(\d+)(")/gu;

/**
 * Returns a deck's parts by name, repaired for PowerPoint. Removes folders and content types of missing parts, and
 * makes shape ids unique on each slide. The deck library ensures none of these.
 */
function readRepairedParts(deck: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const files = Object.entries(unzipSync(deck)).filter(([name]) => !name.endsWith("/"));
  const names = new Set(files.map(([name]) => name));
  return new Map(
    files.map(([name, bytes]) => {
      if (name === CONTENT_TYPES) return [name, rewrite(bytes, (xml) => withoutMissingParts(xml, names))];
      return [name, SHAPES.test(name) ? rewrite(bytes, withUniqueShapeIds) : bytes];
    }),
  );
}

const rewrite = (bytes: Uint8Array, change: (xml: string) => string): Uint8Array =>
  strToU8(change(strFromU8(bytes)));

function withoutMissingParts(xml: string, names: ReadonlySet<string>): string {
  const included = new Set<string>();
  return xml.replaceAll(OVERRIDE, (override, part: string) => {
    if (!names.has(part) || included.has(part)) return "";
    included.add(part);
    return override;
  });
}

/** Replaces repeated shape ids. */
function withUniqueShapeIds(xml: string): string {
  const used = new Set<string>();
  let highest = Math.max(0, ...Array.from(xml.matchAll(SHAPE_ID), ([, , id]) => Number(id)));
  return xml.replaceAll(SHAPE_ID, (_, before: string, id: string, after: string) => {
    const unique = used.has(id) ? String((highest += 1)) : id;
    used.add(unique);
    return `${before}${unique}${after}`;
  });
}

/** Compression method in an archive (APPNOTE.TXT, 4.4.5). */
const DEFLATE = 8;

class DeflatedFile extends ZipPassThrough {
  override readonly compression = DEFLATE;

  protected override process(bytes: Uint8Array<ArrayBuffer>, isFinal: boolean): void {
    this.ondata(null, deflateRawSync(bytes), isFinal);
  }
}

/** Compresses parts to an archive with Node's own zlib, in a third of the time of the deck library. */
function compressDeck(parts: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for (const [name, bytes] of parts) {
    const file = new DeflatedFile(name);
    zip.add(file);
    file.push(bytes, true);
  }
  zip.end();
  return Buffer.concat(chunks);
}

interface DeckProperties {
  title: string;
  subject: string;
}

/**
 * Writes a PowerPoint file with the product's layouts. `fill` adds its slides, the first ones to the section
 * "Overview".
 */
export async function writeDeckFile(
  { title, subject }: DeckProperties,
  fill: (deck: PptxGenJS) => void,
): Promise<Uint8Array> {
  // Half a megabyte of code, loaded on demand to speed up the server start.
  const { default: PptxGen } = await import("pptxgenjs");
  const deck = new PptxGen();
  deck.title = title;
  deck.subject = subject;
  deck.author = "StackLoop";
  deck.company = "StackLoop";
  defineMasters(deck, title);
  deck.addSection({ title: OVERVIEW });
  fill(deck);
  const file = await deck.stream({ compression: false });
  if (!(file instanceof Uint8Array)) throw new TypeError("the deck has an unexpected type");
  return compressDeck(readRepairedParts(file));
}

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

const deckNameText = (name: string, color: string) => ({
  text: {
    text: `StackLoop · ${name}`,
    options: {
      ...textStyle(10, color),
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
function defineMasters(deck: PptxGenJS, name: string): void {
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
      deckNameText(name, COLOUR.faint),
    ],
  });
  deck.defineSlideMaster({
    title: MASTER.chart,
    ...light,
    objects: [accentEdge, titlePlaceholder(HEADING, 28, COLOUR.ink), deckNameText(name, COLOUR.faint)],
  });
  deck.defineSlideMaster({
    title: MASTER.tool,
    ...light,
    objects: [accentEdge, titlePlaceholder(TOOL_HEADING, 30, COLOUR.ink), deckNameText(name, COLOUR.faint)],
  });
}
