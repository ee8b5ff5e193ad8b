const LONGEST = 240;
/** Characters examined on either side: the longest excerpt, and the spaces that it drops. */
const WINDOW = 600;
const sentences = new Intl.Segmenter("en", { granularity: "sentence" });
/** Matches a line break inside a paragraph. */
const WRAPPED = /(?<!\n)\n(?![^\S\n]*(?:\n|[-*•#\d]))/gu;

/** Excerpt of a text, with the position of its match. */
export interface Excerpt {
  excerpt: string;
  start: number;
  end: number;
}

/** Returns the sentence around a match, on one line. Truncates a long one on both sides. */
export function excerptAround(text: string, start: number, end: number): Excerpt {
  const from = Math.max(0, start - WINDOW);
  const until = Math.min(text.length, end + WINDOW);
  const around = text.slice(from, until);
  const { first, last } = sentenceIn(around, start - from, end - from);
  const name = wellFormed(oneLine(text.slice(start, end)).slice(0, LONGEST - 2));
  const before = oneLine(around.slice(first, start - from)).trimStart();
  const behind = oneLine(around.slice(end - from, last)).trimEnd();
  const room = LONGEST - name.length;
  // Unused room on one side goes to the other.
  const roomBefore = Math.max(room >> 1, room - behind.length);
  const isCutBefore = before.length > roomBefore || (first === 0 && from > 0);
  const shownBefore = isCutBefore ? lastWords(before, roomBefore) : before;
  const roomBehind = room - shownBefore.length;
  const isCutBehind = behind.length > roomBehind || (last === around.length && until < text.length);
  const shownBehind = isCutBehind ? firstWords(behind, roomBehind) : behind;
  return {
    excerpt: `${shownBefore}${name}${shownBehind}`,
    start: shownBefore.length,
    end: shownBefore.length + name.length,
  };
}

/** Returns the start and end of the sentence, or of several if the name spans them. */
function sentenceIn(text: string, start: number, end: number): { first: number; last: number } {
  let first = 0;
  // The segmenter ends sentences at line breaks, but texts are wrapped anywhere.
  for (const { index, segment } of sentences.segment(text.replaceAll(WRAPPED, " "))) {
    if (index <= start) first = index;
    const last = index + segment.length;
    if (last >= end) return { first, last };
  }
  return { first, last: text.length };
}

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, " ");

/** Returns the end of a text after an ellipsis, in whole words if possible. */
function lastWords(text: string, room: number): string {
  const kept = text.slice(Math.max(0, text.length - room + 1));
  const space = kept.indexOf(" ");
  return `…${wellFormed(space >= 0 && space < kept.length - 1 ? kept.slice(space + 1) : kept)}`;
}

function firstWords(text: string, room: number): string {
  if (room <= 0) return "";
  const kept = text.slice(0, room - 1);
  const space = kept.lastIndexOf(" ");
  return `${wellFormed(space > 0 ? kept.slice(0, space) : kept)}…`;
}

/** Removes an unpaired surrogate at either end. */
const wellFormed = (text: string): string => text.replaceAll(/^[\udc00-\udfff]|[\ud800-\udbff]$/gu, "");
