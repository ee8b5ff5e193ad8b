import {
  lineText,
  proseText,
  formatCount,
  formatDeckDate,
  linkHost,
  linkLabel,
  linkTarget,
} from "#server/deck/deck-text.ts";
import { sortReleaseNotes } from "#shared/tools/release-note-list.ts";
import type { Tool } from "#shared/tools/tools.ts";
import { RING_WORDS } from "#shared/verdicts/rings.ts";

import {
  type Column,
  deckLandscape,
  furtherFacts,
  type IndustryGroup,
  industryText,
  modalityLabel,
  updatedLine,
} from "./landscape.ts";
import { dataUrlOf, type LogoImages, pictureSizeOf } from "./picture.ts";
import type { ShownVerdict } from "./tool-slide.ts";

/** Matches characters that begin emphasis, code, links, images, tables, math or emoji. */
const INLINE_SYNTAX = /[\\`*_[\]|~$!]|:(?=\S)/g;
/** Matches characters that make a line a heading, list or underline. */
const BLOCK_SYNTAX = /^[#+=-]/;
const LIST_NUMBER = /^(\d+)([.)])/;

const HTML_ENTITIES = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
]);

/** Escapes a line of plain text as Markdown that shows exactly this text: no markup, no HTML, no Marp directive. */
function escapeLine(text: string): string {
  return text
    .trim()
    .replaceAll(/[&<>]/g, (character) => HTML_ENTITIES.get(character) ?? character)
    .replaceAll(INLINE_SYNTAX, String.raw`\$&`)
    .replace(BLOCK_SYNTAX, String.raw`\$&`)
    .replace(LIST_NUMBER, String.raw`$1\$2`);
}

/** Escapes text of several lines. Each line becomes a paragraph. */
function escapeProse(text: string): string {
  return text
    .split("\n")
    .map(escapeLine)
    .filter((line) => line !== "")
    .join("\n\n");
}

const MAX_RELEASE_NOTES = 3;
/** Approximate length of text that fits on a Marp slide. */
const MAX_PROSE_LENGTH = 700;
/** Maximum size of a logo. Larger logos would make the file too big for text editors. */
const MAX_LOGO_BYTES = 128 * 1024;

const FRONT_MATTER = `---
marp: true
theme: default
paginate: true
title: "StackLoop · AI landscape"
---`;

const markdownLine = (text: string | null) => escapeLine(lineText(text));
const markdownLink = (label: string, target: string) => `[${escapeLine(label)}](<${target}>)`;

function shorten(text: string): string {
  if (text.length <= MAX_PROSE_LENGTH) return text;
  return `${text
    .slice(0, MAX_PROSE_LENGTH)
    .toWellFormed()
    .replace(/\s*\S*$/, "")}…`;
}

function titleSlide(tools: readonly Tool[], groups: readonly IndustryGroup[], now: Date): string {
  const industries = formatCount(groups.length, "industry", "industries");
  return `# AI landscape\n\nStackLoop · ${formatDeckDate(now)}\n\n${formatCount(tools.length, "tool")} · ${industries}`;
}

const tableRow = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

function landscapeSlide(columns: readonly Column[], groups: readonly IndustryGroup[]): string {
  const lines = [
    tableRow(["Industry", ...columns.map(({ label }) => escapeLine(label)), "Total"]),
    tableRow(["---", ...columns.map(() => "---:"), "---:"]),
    ...groups.map((group) => {
      const counts = group.cells.map((cell) => cell.length || "");
      return tableRow([escapeLine(group.label), ...counts.map(String), String(group.tools.length)]);
    }),
  ];
  return `## Tools by industry and modality\n\n${lines.join("\n")}`;
}

function sectionSlide(group: IndustryGroup): string {
  const names = group.tools.map(({ name }) => markdownLine(name)).join(" · ");
  return `# ${escapeLine(group.label)}\n\n${formatCount(group.tools.length, "tool")}\n\n${names}`;
}

function linksOf(tool: Tool): string[] {
  const website = linkTarget(tool.url);
  const notes = sortReleaseNotes(tool.releaseNotes).flatMap(({ date, url }) => {
    const target = linkTarget(url);
    return target === null ? [] : [markdownLink(`${lineText(date)} ${linkHost(target)}`, target)];
  });
  return [
    website === null ? "" : `**Website** ${markdownLink(linkLabel(website), website)}`,
    notes.length === 0 ? "" : `**Release notes** ${notes.slice(0, MAX_RELEASE_NOTES).join(" · ")}`,
  ];
}

function proseBlock(heading: string, text: string | null): string {
  const clean = proseText(text);
  return clean === "" ? "" : `**${heading}**\n\n${escapeProse(shorten(clean))}`;
}

/** Logos embedded in the file. Their data is at its end, where it doesn't disturb people who read the Markdown. */
class EmbeddedLogos {
  readonly #images: LogoImages;
  readonly #labels = new Map<string, string>();

  constructor(images: LogoImages) {
    this.#images = images;
  }

  /** Returns Markdown that shows a tool's logo. Empty if it has none that slides support. */
  reference({ logoUrl }: Tool): string {
    const target = linkTarget(logoUrl);
    if (target !== null) return `![h:64](<${target}>)`;
    const image = this.#images.get(logoUrl ?? "");
    if (logoUrl === null || !image || image.bytes.byteLength > MAX_LOGO_BYTES || !pictureSizeOf(image))
      return "";
    const label = this.#labels.get(logoUrl) ?? `logo-${this.#labels.size + 1}`;
    this.#labels.set(logoUrl, label);
    return `![h:64][${label}]`;
  }

  definitions(): string {
    return [...this.#labels]
      .flatMap(([address, label]) => {
        const image = this.#images.get(address);
        return image ? `\n[${label}]: <${dataUrlOf(image)}>` : [];
      })
      .join("");
  }
}

function toolSlide(tool: Tool, logos: EmbeddedLogos, verdict: ShownVerdict | undefined): string {
  const facts = [tool.company, tool.version, modalityLabel(tool), industryText(tool)].map(markdownLine);
  const tags = tool.tags.map(markdownLine).filter((tag) => tag !== "");
  const blocks = [
    logos.reference(tool),
    `## ${markdownLine(tool.name)}`,
    facts.filter((fact) => fact !== "").join(" · "),
    verdict ? `**Verdict** ${RING_WORDS[verdict.ring].label}: ${markdownLine(verdict.reason)}` : "",
    proseBlock("Use case", tool.use),
    proseBlock("Capabilities", tool.capabilities),
    tags.length === 0 ? "" : `**Tags** ${tags.join(", ")}`,
    ...furtherFacts(tool).map(({ label, text }) => `**${label}** ${escapeLine(text)}`),
    ...linksOf(tool),
    updatedLine(tool),
  ];
  return blocks.filter((block) => block !== "").join("\n\n");
}

/**
 * Returns the tools as a Marp deck with the same slides as the PowerPoint deck: title, landscape, and for each industry
 * a section with its tools. `images` contains this server's logos by URL.
 */
export function toolsAsMarkdown(
  tools: readonly Tool[],
  images: LogoImages,
  now: Date = new Date(),
  verdicts: ReadonlyMap<string, ShownVerdict> = new Map(),
): string {
  const logos = new EmbeddedLogos(images);
  const { columns, groups } = deckLandscape(tools);
  const slides = [titleSlide(tools, groups, now), landscapeSlide(columns, groups)];
  for (const group of groups) {
    slides.push(
      sectionSlide(group),
      ...group.tools.map((tool) => toolSlide(tool, logos, verdicts.get(tool.id))),
    );
  }
  return `${FRONT_MATTER}\n\n${slides.join("\n\n---\n\n")}\n${logos.definitions()}\n`;
}
