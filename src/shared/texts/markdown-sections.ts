import { blocksIn, parseFence, isFenceEnd } from "./markdown-blocks.ts";

/** Content under one heading, up to the next one. */
export interface MarkdownSection {
  /** Without Markdown characters. Empty for the content above the first heading. */
  heading: string;
  /** Level from 1 to 6. 0 above the first heading. */
  level: number;
  /** Parent headings, except the file's only title. */
  parents: string[];
  lines: string;
  /** Offset of its lines in the text. */
  start: number;
  /** Fenced or quoted blocks that may be prompts. */
  blocks: string[];
}

const HEADING = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/u;

/** Splits a Markdown text at its headings, ignoring those in fenced blocks. Takes linear time. */
export function markdownSections(text: string): MarkdownSection[] {
  const starts: { heading: string; level: number; above: number; start: number }[] = [
    { heading: "", level: 0, above: 0, start: 0 },
  ];
  let fence = "";
  let offset = 0;
  for (const line of text.split("\n")) {
    const above = offset;
    offset = Math.min(offset + line.length + 1, text.length);
    const opened = fence === "" ? parseFence(line)?.mark : undefined;
    if (opened !== undefined) fence = opened;
    else if (fence !== "" && isFenceEnd(line, fence)) fence = "";
    const [, marks, heading] = (fence === "" && HEADING.exec(line)) || [];
    if (marks === undefined || heading === undefined) continue;
    starts.push({ heading: plainHeading(heading), level: marks.length, above, start: offset });
  }
  const parents = findParents(starts);
  return starts.map(({ heading, level, start }, index) => {
    const lines = text.slice(start, starts[index + 1]?.above);
    return { heading, level, start, lines, parents: parents[index] ?? [], blocks: blocksIn(lines) };
  });
}

function findParents(headings: readonly { heading: string; level: number }[]): string[][] {
  const hasOneTitle = headings.filter(({ level }) => level === 1).length === 1;
  const open: { heading: string; level: number }[] = [];
  return headings.map((heading) => {
    while ((open.at(-1)?.level ?? 0) >= Math.max(heading.level, 1)) open.pop();
    const parents = open.filter(({ level }) => level > 1 || !hasOneTitle).map((parent) => parent.heading);
    if (heading.level > 0) open.push(heading);
    return parents;
  });
}

/** Returns a heading without links, emphasis, HTML and closing hashes. */
const plainHeading = (heading: string): string =>
  heading
    .replace(/ #+\s*$/u, "")
    .replaceAll(/!?\[([^[\]]*)\]\([^()]*\)/gu, "$1")
    .replaceAll(/[*`]|<[^<>]*>/gu, "")
    .trim();
