/** The Markdown of comments: quotations, lists, code, headings, emphasis and links. Everything else is plain text. */
import { isFenceEnd, parseFence } from "#shared/texts/markdown-blocks.ts";

import { splitLinks } from "./comment-thread.ts";

/** Part of a comment's text: an item of a list, or all lines of another block. */
interface MarkdownLine {
  /** Text, without the ">" of a quotation. */
  text: string;
  /** Index in the comment where the text begins, in UTF-16 units. For a quotation, the start of its first line. */
  start: number;
  /** Bullet of a list item: "•", or its number with a dot. */
  bullet?: string;
  /** Depth of a list item. Greater than 0 if it is indented. */
  depth?: number;
}

interface MarkdownBlock {
  kind: "text" | "heading" | "quotation" | "code" | "list";
  lines: MarkdownLine[];
}

const QUOTATION_LINE = /^ {0,3}> ?/u;
const HEADING = /^#{1,6} +/u;
const LIST_ITEM = /^( {0,12})(?:[-*+]|(\d{1,9})[.)]) +(?=\S)/u;
const MAX_DEPTH = 3;

/** Splits a comment into blocks. Empty lines between them are dropped. */
export function splitBlocks(comment: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  let fence = "";
  let start = 0;
  for (const line of comment.split("\n")) {
    addLine(line, start);
    start += line.length + 1;
  }
  return blocks.flatMap(trimBlock);

  function addLine(line: string, at: number) {
    const opened = fence === "" ? parseFence(line) : undefined;
    if (opened) {
      fence = opened.marker;
      blocks.push({ kind: "code", lines: [] });
    } else if (fence !== "") {
      if (isFenceEnd(line, fence)) fence = "";
      else appendText("code", line, at);
    } else if (QUOTATION_LINE.test(line)) appendText("quotation", line.replace(QUOTATION_LINE, ""), at);
    else if (HEADING.test(line)) {
      const text = line.replace(HEADING, "");
      blocks.push({ kind: "heading", lines: [{ text, start: at + line.length - text.length }] });
    } else if (LIST_ITEM.test(line)) addItem(line, at);
    else appendText("text", line, at);
  }

  /** Adds a line to the text of the last block, or of a new one. */
  function appendText(kind: MarkdownBlock["kind"], text: string, at: number) {
    const line = currentBlock(kind).lines[0];
    if (line) line.text += `\n${text}`;
    else currentBlock(kind).lines.push({ text, start: at });
  }

  /** Returns the last block if it has this kind, otherwise a new one. */
  function currentBlock(kind: MarkdownBlock["kind"]): MarkdownBlock {
    const last = blocks.at(-1);
    if (last?.kind === kind) return last;
    const block: MarkdownBlock = { kind, lines: [] };
    blocks.push(block);
    return block;
  }

  function addItem(line: string, at: number) {
    const [marker = "", indent = "", number] = LIST_ITEM.exec(line) ?? [];
    currentBlock("list").lines.push({
      text: line.slice(marker.length),
      start: at + marker.length,
      bullet: number === undefined ? "•" : `${number}.`,
      depth: Math.min(MAX_DEPTH, Math.floor(indent.length / 2)),
    });
  }
}

/** Removes the space around the text of a block. Returns nothing for an empty block. */
function trimBlock({ kind, lines }: MarkdownBlock): MarkdownBlock | [] {
  if (kind === "code") return { kind, lines };
  const trimmed = lines.map(({ text, start, ...line }) => ({
    ...line,
    text: text.trim(),
    start: start + text.length - text.trimStart().length,
  }));
  return trimmed.some(({ text }) => text !== "") ? { kind, lines: trimmed } : [];
}

interface MentionRange {
  start: number;
  length: number;
}

/** Text of one style: plain, code, a link, or a mention of a person. */
export interface InlinePart<Mention> {
  kind: "text" | "code" | "link" | "mention";
  text: string;
  /** Address of a link. */
  href?: string;
  mention?: Mention;
  isStrong?: boolean;
  isEmphasized?: boolean;
  isStruck?: boolean;
}

type Style = Pick<InlinePart<never>, "isStrong" | "isEmphasized" | "isStruck">;

/** Matches emphasized text. Its maximum length bounds the time for a text with many asterisks. */
const EMPHASIZED_TEXT = String.raw`[^\n]{1,500}?`;
const WORD_CHARACTER = String.raw`[\p{L}\p{N}]`;
/** Matches the characters that begin any Markdown, address or mention. */
const SPECIAL_CHARACTERS = /[*_~`[\\:@]/u;
/** Replaces each character of an address or mention, so that neither is parsed as Markdown. */
const MASK = "\uE000";
const INLINE = new RegExp(
  [
    "(?<!`)(?<ticks>`+)(?!`)(?<code>.+?)(?<!`)\\k<ticks>(?!`)",
    String.raw`\[(?<label>[^[\]\n]{1,500})\]\((?<address>${MASK}+)\)`,
    "\\\\(?<escaped>[\\\\`*_~[\\]>#+.!-])",
    String.raw`\*\*(?=[^\s*])(?<strong>${EMPHASIZED_TEXT})(?<=\S)\*\*(?!\*)`,
    String.raw`(?<!${WORD_CHARACTER}|_)__(?=[^\s_])(?<strongWord>${EMPHASIZED_TEXT})(?<=\S)__(?!${WORD_CHARACTER}|_)`,
    String.raw`(?<!${WORD_CHARACTER}|\*)\*(?=[^\s*])(?<emphasis>[^*\n]{1,500}?)(?<=\S)\*(?!${WORD_CHARACTER}|\*)`,
    String.raw`(?<!${WORD_CHARACTER}|_)_(?=[^\s_])(?<emphasisWord>${EMPHASIZED_TEXT})(?<=\S)_(?!${WORD_CHARACTER}|_)`,
    String.raw`~~(?=[^\s~])(?<struck>${EMPHASIZED_TEXT})(?<=\S)~~(?!~)`,
  ].join("|"),
  "gsu",
);

/** Splits the text of a line by its style. `mentions` must be sorted, and have positions in the comment. */
export function splitInline<Mention extends MentionRange>(
  { text, start }: Pick<MarkdownLine, "text" | "start">,
  mentions: readonly Mention[],
): InlinePart<Mention>[] {
  if (!SPECIAL_CHARACTERS.test(text)) return [{ kind: "text", text }];
  const whole = findUnsplittable(text, start, mentions);
  let maskedText = text;
  for (const { at, length } of whole)
    maskedText = maskedText.slice(0, at) + MASK.repeat(length) + maskedText.slice(at + length);
  const parts: InlinePart<Mention>[] = [];
  parseRange(0, text.length, {});
  return parts;

  function parseRange(from: number, to: number, style: Style) {
    let end = from;
    for (const { index, 0: found, groups = {} } of maskedText.slice(from, to).matchAll(INLINE)) {
      const at = from + index;
      addText(end, at, style);
      end = at + found.length;
      addMatch(at, end, groups, style);
    }
    addText(end, to, style);
  }

  function addMatch(at: number, end: number, groups: Record<string, string | undefined>, style: Style) {
    const { code, label, address, escaped, struck } = groups;
    const strong = groups["strong"] ?? groups["strongWord"];
    const emphasis = groups["emphasis"] ?? groups["emphasisWord"];
    const startOf = ({ length }: string) => at + (end - at - length) / 2;
    const parseInner = (span: string, more: Style) =>
      parseRange(startOf(span), startOf(span) + span.length, { ...style, ...more });
    if (code !== undefined) {
      const shown = text.slice(startOf(code), startOf(code) + code.length);
      parts.push({ kind: "code", text: shown.trim(), ...style });
    } else if (label !== undefined && address !== undefined) {
      const from = end - 1 - address.length;
      // A comment may contain the mask character itself.
      if (!whole.some((one) => one.at === from && one.mention === undefined)) addText(at, end, style);
      else {
        const shown = text.slice(at + 1, at + 1 + label.length);
        parts.push({ kind: "link", text: shown, href: text.slice(from, end - 1), ...style });
      }
    } else if (escaped !== undefined) parts.push({ kind: "text", text: escaped, ...style });
    else if (strong !== undefined) parseInner(strong, { isStrong: true });
    else if (emphasis !== undefined) parseInner(emphasis, { isEmphasized: true });
    else if (struck !== undefined) parseInner(struck, { isStruck: true });
  }

  function addText(from: number, to: number, style: Style) {
    let end = from;
    const addPlain = (until: number) => {
      if (until > end) parts.push({ kind: "text", text: text.slice(end, until), ...style });
    };
    for (const { at, length, mention } of whole) {
      if (at < end || at + length > to) continue;
      addPlain(at);
      end = at + length;
      const shown = text.slice(at, end);
      parts.push(
        mention
          ? { kind: "mention", text: shown, mention, ...style }
          : { kind: "link", text: shown, href: shown, ...style },
      );
    }
    addPlain(to);
  }
}

interface UnsplittableRange<Mention> {
  at: number;
  length: number;
  mention?: Mention;
}

/** Finds addresses and mentions in a line, sorted by position. */
function findUnsplittable<Mention extends MentionRange>(
  text: string,
  start: number,
  mentions: readonly Mention[],
): UnsplittableRange<Mention>[] {
  const whole: UnsplittableRange<Mention>[] = [];
  let at = 0;
  for (const {
    kind,
    text: { length },
  } of splitLinks(text)) {
    if (kind === "link") whole.push({ at, length });
    at += length;
  }
  for (const mention of mentions) {
    const from = mention.start - start;
    const isInAddress = whole.some((one) => from < one.at + one.length && one.at < from + mention.length);
    if (from >= 0 && from + mention.length <= text.length && !isInAddress)
      whole.push({ at: from, length: mention.length, mention });
  }
  return whole.toSorted((one, other) => one.at - other.at);
}
