import { proseLeading } from "./deck-theme.ts";
import { countLines, fitText } from "./fit-text.ts";

interface ProseBlock {
  heading: string;
  text: string;
}

interface PlacedBlock extends ProseBlock {
  fontSize: number;
  /** Sizes in inches: `top` from the top of the column, `textTop` from that of the block. */
  top: number;
  textTop: number;
  textHeight: number;
}

const FONT_SIZES = [18, 16, 14, 13] as const;
const HEADING_HEIGHT = 0.34;
const GAP = 0.32;

/** Distributes lines among blocks: short ones get what they need, long ones share the rest. */
function shareLines(needed: readonly number[], available: number): number[] {
  const shares = needed.map(() => 0);
  const byNeed = [...needed.entries()].toSorted(([, a], [, b]) => a - b);
  let left = available;
  for (const [position, [index, need]] of byNeed.entries()) {
    const share = Math.min(need, Math.floor(left / (byNeed.length - position)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}

/** Arranges text blocks below each other in the largest size at which all fit. At the smallest size, cuts them. */
export function layoutProse(blocks: readonly ProseBlock[], width: number, height: number): PlacedBlock[] {
  const fixed = blocks.length * HEADING_HEIGHT + (blocks.length - 1) * GAP;
  const room = (fontSize: number) => Math.floor(((height - fixed) * 72) / proseLeading(fontSize));
  const needs = (fontSize: number) => blocks.map(({ text }) => countLines(text, width, { fontSize }));
  const isEnough = (fontSize: number) =>
    needs(fontSize).reduce((sum, lines) => sum + lines, 0) <= room(fontSize);
  const fontSize = FONT_SIZES.find(isEnough) ?? 13;
  const shares = shareLines(needs(fontSize), room(fontSize));
  let top = 0;
  return blocks.map((block, index) => {
    const lines = shares[index] ?? 1;
    const textHeight = (lines * proseLeading(fontSize)) / 72;
    const text = fitText(block.text, width, lines, { fontSize });
    const placed = { heading: block.heading, text, fontSize, top, textTop: HEADING_HEIGHT, textHeight };
    top += HEADING_HEIGHT + textHeight + GAP;
    return placed;
  });
}
