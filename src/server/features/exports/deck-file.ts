import type PptxGenJS from "pptxgenjs";

import { compressDeck } from "./compress-deck.ts";
import { defineMasters } from "./deck-masters.ts";
import { readRepairedParts } from "./deck-repair.ts";
import { OVERVIEW } from "./deck-theme.ts";

interface DeckWords {
  title: string;
  subject: string;
}

/**
 * Writes a PowerPoint file with the product's layouts. `fill` adds its slides, the first ones to the section
 * "Overview".
 */
export async function writeDeckFile(
  { title, subject }: DeckWords,
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
