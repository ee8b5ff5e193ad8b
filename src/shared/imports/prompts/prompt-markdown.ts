import { isRecord, isText } from "#shared/imports/files/json-text.ts";
import { type MarkdownSection, markdownSections } from "#shared/texts/markdown-blocks.ts";

import { isLikeAPrompt, isName, nameFromText, type PromptRow, promptRow } from "./prompt-import.ts";
import { foldKey, promptOfObject } from "./prompt-object.ts";

/** Parses YAML. Throws if it is invalid. Passed in by the caller. */
export type ParseYaml = (text: string) => unknown;

const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?)\r?\n?^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/mu;

/**
 * Returns the prompts of a Markdown file: one, or those that its headings clearly name. With `isWhole`, the whole text
 * is the prompt, as in a skill. The same applies to front matter with a name and a description.
 */
export function promptsInMarkdown(
  source: string,
  fileName: string,
  { parseYaml, isWhole = false }: { parseYaml: ParseYaml; isWhole?: boolean },
): PromptRow[] {
  const text = source.replace(/^\uFEFF/u, "");
  const { facts, body } = splitFrontMatter(text, parseYaml);
  const isEmpty = body.trim() === "";
  const promptField = Object.entries(facts ?? {}).find(([key]) => foldKey(key) === "prompt")?.[1];
  if ((isEmpty || !isWhole) && isText(promptField) && isLikeAPrompt(promptField)) {
    const promptOfFrontMatter = promptOfObject(facts, { name: fileName, isGiven: true });
    if (promptOfFrontMatter) return [withNotes(promptOfFrontMatter, body.trim())];
  }
  if (isEmpty) return [];
  const sections = markdownSections(body);
  if (isWhole || (facts?.["name"] !== undefined && facts["description"] !== undefined)) {
    const prompt = body.trim();
    const title = titleOf(sections) ?? fileName;
    return [promptOfObject({ ...facts, prompt }, { name: title, isGiven: true }) ?? promptRow(title, prompt)];
  }
  if (facts === undefined) {
    const listedPrompts = promptsUnderHeadings(sections);
    if (listedPrompts.length > 0) return listedPrompts;
  }
  const { title, prompt, notes } = parseSinglePrompt(body, sections);
  // Front matter has the same fields as a JSON file's object.
  const described = promptOfObject({ ...facts, prompt }, { name: title ?? fileName, isGiven: true });
  return described
    ? [withNotes(described, notes)]
    : [promptRow(title ?? (fileName || nameFromText(prompt)), prompt, { notes })];
}

/** Appends notes to a prompt's own. */
function withNotes(row: PromptRow, added = ""): PromptRow {
  const notes = [row.notes, added].filter(Boolean).join("\n\n");
  return notes === "" ? row : { ...row, notes };
}

function splitFrontMatter(text: string, parseYaml: ParseYaml) {
  const frontMatter = FRONT_MATTER.exec(text);
  if (!frontMatter || frontMatter.index > 0) return { facts: undefined, body: text };
  const body = text.slice(frontMatter[0].length);
  const facts = parseFrontMatter(frontMatter[1] ?? "", parseYaml);
  return { facts, body };
}

/** Parses front matter. Falls back to plain lines if it is invalid YAML, such as for a colon in a description. */
function parseFrontMatter(yaml: string, parseYaml: ParseYaml): Record<string, unknown> {
  try {
    const value = parseYaml(yaml);
    if (isRecord(value)) return value;
  } catch {
    // Parse its plain lines instead.
  }
  const lines = [...yaml.matchAll(/^([\w-]+):[ \t]*(\S[^\r\n]*)/gmu)];
  return Object.fromEntries(
    lines.map(([, key = "", value = ""]) => [key, value.trim().replace(/^(["'])(.*)\1$/u, "$2")]),
  );
}

/** Heading directly above a prompt, in several languages. */
const PROMPT_HEADING =
  /^(?:the |full |main )?(?:system |user )?(?:prompts?|prompt text|prompt template|提示词|プロンプト|промпт)\s*:?$/iu;
/** Heading that can also belong to a part of a prompt. */
const PROMPT_OR_PART_HEADING = /^(?:the |full |main )?(?:system |user )?(?:instructions?|template)\s*:?$/iu;
const isPromptHeading = (heading: string): boolean =>
  PROMPT_HEADING.test(heading) || PROMPT_OR_PART_HEADING.test(heading);

/** Returns the only title of a file, if it is above everything else. */
function titleOf(sections: readonly MarkdownSection[]): string | undefined {
  const [intro, first] = sections;
  const isTitled =
    intro !== undefined &&
    intro.lines.trim() === "" &&
    first?.level === 1 &&
    isName(first.heading) &&
    sections.filter(({ level }) => level === 1).length === 1;
  return isTitled && !isPromptHeading(first.heading) ? first.heading : undefined;
}

/** Parses a file with one prompt: its title, the text without it, and other facts. */
function parseSinglePrompt(
  body: string,
  sections: readonly MarkdownSection[],
): { title?: string; prompt: string; notes?: string } {
  const [, first] = sections;
  const title = titleOf(sections);
  const promptSections = sections.filter(({ heading }) => PROMPT_HEADING.test(heading));
  const [only, another] = promptSections;
  if (only && !another) {
    const section = sectionWithSubsections(body, sections, only);
    const text = (only.blocks.length === 1 && only.blocks[0]) || section;
    if (text.trim() !== "") {
      const above = body.slice(title === undefined ? 0 : (first?.start ?? 0), only.start).trimEnd();
      const notes = [above.slice(0, above.lastIndexOf("\n") + 1), body.slice(only.start + section.length)]
        .map((part) => part.trim())
        .filter((part) => part !== "")
        .join("\n\n");
      return { title, prompt: text.trim(), ...(notes !== "" && { notes }) };
    }
  }
  const rest = title === undefined ? body : body.slice(first?.start ?? 0);
  const blocks = sections.flatMap((section) => section.blocks);
  const [block] = blocks;
  // A block that makes up nearly the whole file is the prompt. A smaller one belongs to the prompt, such as an answer
  // template.
  const isWholePrompt = blocks.length === 1 && block && block.length > rest.trim().length * MIN_MAIN_SHARE;
  return { title, prompt: (isWholePrompt ? block : rest).trim() };
}

const MIN_MAIN_SHARE = 0.7;

/** Returns a section with its subsections. */
function sectionWithSubsections(
  body: string,
  sections: readonly MarkdownSection[],
  section: MarkdownSection,
): string {
  const following = sections.slice(sections.indexOf(section) + 1);
  const nextPeer = following.findIndex(({ level }) => level <= section.level);
  const last = (nextPeer === -1 ? following : following.slice(0, nextPeer)).at(-1) ?? section;
  return body.slice(section.start, last.start + last.lines.length);
}

/** Headings of a prompt's parts: a file with these is one prompt. */
const PART_HEADING =
  /^(?:\d+[.)]\s*)?(?:identity|role|goals?|steps?|task|tasks|rules?|context|background|constraints?|examples?|inputs?|outputs?|output (?:format|instructions)|input format|response format|format|formatting|guidelines|workflow|instructions?|persona|tone|style|installation|install|usage|setup|configuration|quick ?start|getting started|license|contributing|changelog)\b/iu;

const MIN_PROMPTS = 2;
const MIN_PROMPT_SHARE = 0.4;

/** Returns the prompts of an "awesome" list: under each heading one or more blocks that contain little but prompts. */
function promptsUnderHeadings(sections: readonly MarkdownSection[]): PromptRow[] {
  const sectionsWithBlocks = sections.filter(({ heading, blocks }) => isName(heading) && blocks.length > 0);
  const parts = sectionsWithBlocks.filter(
    ({ heading }) => PART_HEADING.test(heading) || isPromptHeading(heading),
  );
  if (sectionsWithBlocks.length < MIN_PROMPTS || parts.length > sectionsWithBlocks.length / 4) return [];
  const totalLength = (texts: readonly string[]) => texts.reduce((sum, text) => sum + text.length, 0);
  const blockLength = totalLength(sectionsWithBlocks.flatMap(({ blocks }) => blocks));
  if (blockLength < totalLength(sectionsWithBlocks.map(({ lines }) => lines)) * MIN_PROMPT_SHARE) return [];
  return sectionsWithBlocks.filter((section) => !parts.includes(section)).flatMap(promptsOfSection);
}

function promptsOfSection({ heading, blocks, lines, parents }: MarkdownSection): PromptRow[] {
  const author = /^(?:contributed by|author|by|作者)\s*[:：]?\s*(.+)$/imu.exec(lines)?.[1];
  const tags = parents.filter(
    (parent) => isName(parent) && parent.length <= 50 && foldKey(parent) !== "prompts",
  );
  return blocks.map((text, index) =>
    promptRow(blocks.length === 1 ? heading : `${heading} ${index + 1}`, text, {
      author: author && plainLine(author),
      tags,
    }),
  );
}

/** Removes Markdown characters from a line. */
const plainLine = (line: string): string =>
  line
    .replaceAll(/!?\[([^[\]]*)\]\([^()]*\)/gu, "$1")
    .replaceAll(/[*_`~]/gu, "")
    .trim();
