/** Languages of fenced blocks that contain text. Code contains no prompts. */
const TEXT_LANGUAGE = /^(?:|text|txt|plain|plaintext|markdown|md|prompt|xml|none|system|user)$/iu;
const QUOTED = /^ {0,3}> ?(.*)$/u;

/** Returns the fence that a line opens, with its language. */
export function parseFence(line: string): { mark: string; language: string } | undefined {
  const [, mark, rest = ""] = /^ {0,3}(`{3,}|~{3,})(.*)$/u.exec(line) ?? [];
  if (mark === undefined || rest.includes("`")) return undefined;
  return { mark, language: rest.trim().split(/\s/u, 1)[0] ?? "" };
}

/** True if a line closes the block that a fence opened. */
export function isFenceEnd(line: string, fence: string): boolean {
  const mark = line.trim();
  return mark.length >= fence.length && mark.replaceAll(fence[0] ?? "`", "") === "";
}

/** Returns the blocks in Markdown lines: fenced ones, or else quoted ones. */
export function blocksIn(lines: string): string[] {
  const fenced: string[][] = [];
  const quoted: string[][] = [];
  let fence = "";
  let isQuote = false;
  for (const line of lines.split(/\r?\n/u)) {
    if (fence !== "") {
      if (isFenceEnd(line, fence)) fence = "";
      else fenced.at(-1)?.push(line);
      continue;
    }
    const opened = parseFence(line);
    const quote = opened ? undefined : QUOTED.exec(line)?.[1];
    if (opened) {
      fence = opened.mark;
      // Code becomes a block that is dropped later.
      fenced.push(TEXT_LANGUAGE.test(opened.language) ? [] : ["$ "]);
    }
    if (quote !== undefined) {
      if (!isQuote) quoted.push([]);
      quoted.at(-1)?.push(quote);
    }
    isQuote = quote !== undefined;
  }
  const prose = (blocks: readonly string[][]) =>
    blocks.map((block) => block.join("\n").trim()).filter(isProse);
  const texts = prose(fenced);
  // If a section has fenced blocks, its quotes are comments on them.
  return texts.length > 0 ? texts : prose(quoted);
}

/** True for several words that are not a shell command. */
const isProse = (text: string): boolean =>
  !/^(?:\$|(?:npm|npx|pip|git|curl|docker|brew|cd|sudo|export) )/u.test(text) &&
  (text.split(/\s+/u, 5).length > 4 || /[\u0300-\u{10ffff}]{6}/u.test(text));
