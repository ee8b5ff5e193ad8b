import { isFenceEnd, parseFence } from "#shared/texts/markdown-blocks.ts";

import { splitLinks } from "./comment-thread.ts";

/** Maximum number of people mentioned in a comment. */
export const MAX_MENTIONED_PEOPLE = 20;
/** Maximum number of mentions in a comment. The others remain text. */
export const MAX_MENTIONS = 100;
/** Maximum length of a username. */
const MAX_NAME_LENGTH = 64;

/** Position of an `@` in a comment, with the usernames that may follow it, longest first. */
interface MentionCandidate {
  /** Index of the `@` in the text, in UTF-16 units. */
  start: number;
  names: string[];
}

/** Scripts without spaces between words. They may directly precede and follow a mention. */
const UNSPACED_SCRIPTS = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}`;
/** Characters that make an `@` part of a web address, an email address or a word before it. */
const NO_MENTION_AFTER = new RegExp(
  String.raw`(?:[!#$%&*_@\p{N}\p{M}]|(?![${UNSPACED_SCRIPTS}])\p{L})$`,
  "u",
);
/** Characters that continue a name, or an address. */
const CONTINUES_NAME = new RegExp(String.raw`^(?:[_@\p{N}\p{M}]|:\/\/|(?![${UNSPACED_SCRIPTS}])\p{L})`, "u");
const INLINE_CODE = /(?<!`)(?<ticks>`+)(?!`).+?(?<!`)\k<ticks>(?!`)/gsu;

/** Finds possible mentions of people in a comment. Skips code, quotations, web and email addresses. */
export function mentionCandidates(text: string): MentionCandidate[] {
  const prose = blankOutCodeAndLinks(text);
  const candidates: MentionCandidate[] = [];
  for (const { index: start } of prose.matchAll(/@/gu)) {
    if (NO_MENTION_AFTER.test(prose.slice(Math.max(0, start - 2), start))) continue;
    const names = possibleNames(prose.slice(start + 1, start + 2 + MAX_NAME_LENGTH));
    if (names.length > 0) candidates.push({ start, names });
  }
  return candidates;
}

/** Unfinished mention before the caret. */
export interface MentionQuery {
  /** Index of its `@` in the text, in UTF-16 units. */
  start: number;
  /** Text after the `@`; empty if nothing follows yet. */
  query: string;
}

/** Returns the unfinished mention that ends at the caret; null in code, quotations, web and email addresses. */
export function mentionQueryAt(text: string, caret: number): MentionQuery | null {
  const lineStart = text.lastIndexOf("\n", caret - 1) + 1;
  const line = text.slice(lineStart, caret);
  if (!line.includes("@")) return null;
  // The "x" represents the letter that may be typed next.
  const inText = lastCandidate(`${text.slice(0, caret)}x${text.slice(caret)}`, caret);
  // The backtick closes code that is still being typed.
  const inLine = lastCandidate(`${line}x\``, line.length);
  if (inText === undefined || inText - lineStart !== inLine) return null;
  const query = text.slice(inText + 1, caret);
  return query.length > MAX_NAME_LENGTH || query.trim() !== query ? null : { start: inText, query };
}

const lastCandidate = (text: string, end: number): number | undefined =>
  mentionCandidates(text).findLast(({ start }) => start < end)?.start;

/** Returns the prefixes of a text that may be usernames, longest first. No letter or digit follows them. */
function possibleNames(rest: string): string[] {
  const line = rest.split(/[\r\n\0]/u, 1)[0] ?? "";
  const names: string[] = [];
  for (let end = Math.min(line.length, MAX_NAME_LENGTH); end > 0; end -= 1) {
    const name = line.slice(0, end);
    if (name.trim() === name && name.isWellFormed() && !CONTINUES_NAME.test(rest.slice(end)))
      names.push(name);
  }
  return names;
}

/** Replaces code, quotations and web addresses with spaces of the same length. */
function blankOutCodeAndLinks(text: string): string {
  let fence = "";
  const lines = text.split("\n").map((line) => {
    const opened = fence === "" ? parseFence(line) : undefined;
    const isSkipped = fence !== "" || opened !== undefined || /^ {0,3}>/u.test(line);
    if (fence !== "" && isFenceEnd(line, fence)) fence = "";
    else if (opened) fence = opened.marker;
    return isSkipped ? " ".repeat(line.length) : line;
  });
  const prose = lines.join("\n").replaceAll(INLINE_CODE, (code) => code.replaceAll(/[^\n]/gu, " "));
  return splitLinks(prose)
    .map(({ kind, text: part }) => (kind === "link" ? " ".repeat(part.length) : part))
    .join("");
}
