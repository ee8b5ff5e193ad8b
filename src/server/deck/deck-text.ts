import { lazy } from "#shared/kernel/lazy.ts";

/** Advance widths of Arial from space to tilde, in thousandths of the font size. */
const ASCII_WIDTHS = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
  500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
  556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
  278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
/** Safety margin in each line, because programs set type slightly differently. */
const WIDTH_MARGIN = 1.04;
const BOLD_FACTOR = 1.08;
const MAX_MEASURED_CHARS = 6000;
const INVISIBLE = /[\p{M}\p{Cf}]/u;

interface TextStyle {
  /** Size in points. */
  fontSize: number;
  isBold?: boolean;
}

function characterWidth(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  const ascii = ASCII_WIDTHS[code - 32];
  if (ascii !== undefined) return ascii;
  if (code < 0x300) return 640;
  if (INVISIBLE.test(character)) return 0;
  return code < 0x1100 ? 680 : 1000;
}

/** Returns the width of a line of text in the deck's font, in inches. */
export function textWidth(text: string, { fontSize, isBold = false }: TextStyle): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return (width / 1000) * (fontSize / 72) * WIDTH_MARGIN * (isBold ? BOLD_FACTOR : 1);
}

/** Returns the line ends of a text in a column of this width, as offsets into the text. */
function lineEnds(text: string, width: number, textStyle: TextStyle): number[] {
  const ends: number[] = [];
  let used = 0;
  let at = 0;
  for (const piece of text.match(/\n|[^\S\n]+|\S+/g) ?? []) {
    const pieceWidth = textWidth(piece, textStyle);
    if (piece === "\n") {
      ends.push(at);
      used = 0;
    } else if (used + pieceWidth <= width || piece.trim() === "") {
      used += pieceWidth;
    } else {
      if (used > 0) ends.push(at);
      used = 0;
      let inside = at;
      for (const character of piece) {
        const next = textWidth(character, textStyle);
        if (used > 0 && used + next > width) {
          ends.push(inside);
          used = 0;
        }
        used += next;
        inside += character.length;
      }
    }
    at += piece.length;
  }
  return [...ends, text.length];
}

/** Counts the lines of a text in a column of this width (in inches). */
export function countLines(text: string, width: number, textStyle: TextStyle): number {
  return lineEnds(text, width, textStyle).length;
}

const graphemes = lazy(() => new Intl.Segmenter("en", { granularity: "grapheme" }));
const SENTENCE_END = /[.!?。！？](?=\s|$)/g;

function withoutLastWord(text: string): string {
  const shorter = text.replace(/\s*\S+\s*$/, "");
  if (shorter.length >= text.length * 0.7) return shorter;
  return [...graphemes().segment(text)]
    .slice(0, -2)
    .map(({ segment }) => segment)
    .join("");
}

function endOfLastSentence(text: string): number {
  return [...text.matchAll(SENTENCE_END)].at(-1)?.index ?? 0;
}

/**
 * Shortens a text to a number of lines. It ends at a sentence if that preserves most of it, or else at a word, with an
 * ellipsis.
 */
export function fitText(text: string, width: number, lines: number, textStyle: TextStyle): string {
  const measured = text.length > MAX_MEASURED_CHARS ? text.slice(0, MAX_MEASURED_CHARS).toWellFormed() : text;
  const ends = lineEnds(measured, width, textStyle);
  if (ends.length <= lines) return measured;
  const truncated = measured.slice(0, ends[lines - 1]).trimEnd();
  const sentenceEnd = endOfLastSentence(truncated);
  const sentences = `${truncated.slice(0, sentenceEnd + 1)} …`;
  if (sentenceEnd > truncated.length * 0.6 && countLines(sentences, width, textStyle) <= lines)
    return sentences;
  let shorter = truncated;
  while (shorter !== "" && countLines(`${shorter}…`, width, textStyle) > lines) {
    shorter = withoutLastWord(shorter);
  }
  return `${shorter.replace(/[\s,;:–—-]+$/, "")}…`;
}

// eslint-disable-next-line no-control-regex -- XML 1.0 has no place for these, not even escaped
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

/** Returns text that is valid in any XML part: no control characters, no half emoji. Line breaks remain. */
export function proseText(text: string | null): string {
  return (text ?? "")
    .toWellFormed()
    .replaceAll(/\r\n?|\u2028|\u2029|\u0085/g, "\n")
    .replaceAll(NOT_IN_XML, "")
    .replaceAll(/[^\S\n]+/g, " ")
    .replaceAll(/ ?\n[ \n]*/g, "\n")
    .trim();
}

/** The same on a single line. */
export function lineText(text: string | null): string {
  return proseText(text).replaceAll("\n", " ");
}

const STRONG_CHARACTER = /\p{L}/u;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** True if the first letter of a text belongs to a right-to-left script. */
export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(STRONG_CHARACTER.exec(text)?.[0] ?? "");
}

/** "1 tool", "2 tools": the number with its noun. */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? singular : plural}`;
}

const longDate = lazy(() => new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }));

/** "March 4, 2024". */
export const formatDeckDate = (date: Date): string => longDate().format(date);

/** Maximum length of links. PowerPoint reports a file with longer ones as damaged. */
const MAX_LINK_LENGTH = 2048;
const NOT_IN_URI = /[^\w\-.~:/?@!$&'()*+,;=%]|%(?![0-9a-f]{2})/gi;

const encodeInvalid = (part: string) =>
  part.replaceAll(NOT_IN_URI, (character) => encodeURIComponent(character));

/**
 * Returns the URL as a link target for all office programs. It must be http or https, in the characters of RFC 3986,
 * which browsers exceed. Null if it can't be linked.
 */
export function linkTarget(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  const url = new URL(address.toWellFormed());
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  const fragment = url.hash === "" ? "" : `#${encodeInvalid(url.hash.slice(1))}`;
  const target = `${url.origin}${encodeInvalid(url.pathname)}${encodeInvalid(url.search)}${fragment}`;
  return target.length <= MAX_LINK_LENGTH ? target : null;
}

/** Returns a link's label: its host without www, and its path if that is informative. */
export function linkLabel(target: string): string {
  const { host, pathname } = new URL(target);
  return `${host.replace(/^www\./, "")}${pathname === "/" ? "" : pathname.replace(/\/$/, "")}`;
}

/** Returns the host without www. */
export function linkHost(target: string): string {
  return new URL(target).host.replace(/^www\./, "");
}
