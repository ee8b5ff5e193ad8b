/** Languages of fenced blocks that contain text. Code contains no prompts. */
const TEXT_LANGUAGE = /^(?:|text|txt|plain|plaintext|markdown|md|prompt|xml|none|system|user)$/iu;
const QUOTED = /^ {0,3}> ?(.*)$/u;

/** Returns the fence that a line opens, with its language. */
export function parseFence(line: string): { marker: string; language: string } | undefined {
  const [, marker, rest = ""] = /^ {0,3}(`{3,}|~{3,})(.*)$/u.exec(line) ?? [];
  if (marker === undefined || rest.includes("`")) return undefined;
  return { marker, language: rest.trim().split(/\s/u, 1)[0] ?? "" };
}

/** True if a line closes the block that a fence opened. */
export function isFenceEnd(line: string, fence: string): boolean {
  const mark = line.trim();
  return mark.length >= fence.length && mark.replaceAll(fence[0] ?? "`", "") === "";
}

/** Returns the blocks in Markdown lines: fenced ones, or else quoted ones. */
function blocksIn(lines: string): string[] {
  const fenced: string[][] = [];
  const quotedBlocks: string[][] = [];
  let fence = "";
  let isQuote = false;
  for (const line of lines.split(/\r?\n/u)) {
    if (fence !== "") {
      if (isFenceEnd(line, fence)) fence = "";
      else fenced.at(-1)?.push(line);
      continue;
    }
    const openedFence = parseFence(line);
    const quote = openedFence ? undefined : QUOTED.exec(line)?.[1];
    if (openedFence) {
      fence = openedFence.marker;
      // Blocks of code start like a shell command, so that they are dropped later.
      fenced.push(TEXT_LANGUAGE.test(openedFence.language) ? [] : ["$ "]);
    }
    if (quote !== undefined) {
      if (!isQuote) quotedBlocks.push([]);
      quotedBlocks.at(-1)?.push(quote);
    }
    isQuote = quote !== undefined;
  }
  const promptTexts = (blocks: readonly string[][]) =>
    blocks.map((block) => block.join("\n").trim()).filter(isPromptText);
  const texts = promptTexts(fenced);
  // If a section has fenced blocks, its quotes are comments on them.
  return texts.length > 0 ? texts : promptTexts(quotedBlocks);
}

/** True for a text of several words that is not a shell command. */
const isPromptText = (text: string): boolean =>
  !/^(?:\$|(?:npm|npx|pip|git|curl|docker|brew|cd|sudo|export) )/u.test(text) &&
  (text.split(/\s+/u, 5).length > 4 || /[\u0300-\u{10ffff}]{6}/u.test(text));

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
    const openedFence = fence === "" ? parseFence(line)?.marker : undefined;
    if (openedFence !== undefined) fence = openedFence;
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
