const LONGEST = 240;
/** So much on either side is looked at: the longest excerpt, and spaces that it leaves out. */
const WINDOW = 600;
const sentences = new Intl.Segmenter("en", { granularity: "sentence" });
/** A line break inside a paragraph. */
const WRAPPED = /(?<!\n)\n(?![^\S\n]*(?:\n|[-*•#\d]))/gu;

/** A piece of a text, and where in it what it was taken for stands. */
export interface Excerpt {
  excerpt: string;
  start: number;
  end: number;
}

/** The sentence around a place of a text, in one line; the middle of a long one. */
export function excerptAround(text: string, start: number, end: number): Excerpt {
  const from = Math.max(0, start - WINDOW);
  const until = Math.min(text.length, end + WINDOW);
  const around = text.slice(from, until);
  const { first, last } = sentenceIn(around, start - from, end - from);
  const name = wellFormed(oneLine(text.slice(start, end)).slice(0, LONGEST - 2));
  const before = oneLine(around.slice(first, start - from)).trimStart();
  const behind = oneLine(around.slice(end - from, last)).trimEnd();
  const room = LONGEST - name.length;
  // What one side does not need is the other's.
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

/** From where to where the sentence goes, or the sentences when a name reaches over several. */
function sentenceIn(text: string, start: number, end: number): { first: number; last: number } {
  let first = 0;
  // To the segmenter every line is a sentence, but texts are broken into lines anywhere.
  for (const { index, segment } of sentences.segment(text.replaceAll(WRAPPED, " "))) {
    if (index <= start) first = index;
    const last = index + segment.length;
    if (last >= end) return { first, last };
  }
  return { first, last: text.length };
}

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, " ");

/** The end of a text in whole words where it has some, behind an ellipsis. */
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

/** Without the half of a character at which it was cut. */
const wellFormed = (text: string): string => text.replaceAll(/^[\udc00-\udfff]|[\ud800-\udbff]$/gu, "");
