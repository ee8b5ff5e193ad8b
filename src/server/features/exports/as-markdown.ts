import {
  lineText,
  proseText,
  counted,
  deckDate,
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

/**
 * Matches characters that begin emphasis, code, links, images, tables or math, or would create unintended links or
 * emoji.
 */
const INLINE = /[\\`*_[\]|~$!]|:(?=\S)/g;
/** Matches characters that make a line a heading, list or underline. */
const LINE_START = /^[#+=-]/;
const NUMBERED_START = /^(\d+)([.)])/;

const ENTITIES = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
]);

/** Escapes a line of plain text as Markdown that shows exactly this text: no markup, no HTML, no Marp directive. */
function escapeLine(text: string): string {
  return text
    .trim()
    .replaceAll(/[&<>]/g, (character) => ENTITIES.get(character) ?? character)
    .replaceAll(INLINE, String.raw`\$&`)
    .replace(LINE_START, String.raw`\$&`)
    .replace(NUMBERED_START, String.raw`$1\$2`);
}

/** The same for text of several lines. Each becomes a paragraph. */
function escapeProse(text: string): string {
  return text
    .split("\n")
    .map(escapeLine)
    .filter((line) => line !== "")
    .join("\n\n");
}

const MAX_RELEASE_NOTES = 3;
/** Approximate text length that fits on a Marp slide. Other formats contain the full text. */
const MAX_PROSE = 700;
/** Maximum size of a logo. A larger one would make the file too long for an editor. */
const MAX_LOGO_BYTES = 128 * 1024;

const FRONT_MATTER = `---
marp: true
theme: default
paginate: true
title: "StackLoop · AI landscape"
---`;

const line = (text: string | null) => escapeLine(lineText(text));
const link = (label: string, target: string) => `[${escapeLine(label)}](<${target}>)`;

function shorten(text: string): string {
  if (text.length <= MAX_PROSE) return text;
  return `${text
    .slice(0, MAX_PROSE)
    .toWellFormed()
    .replace(/\s*\S*$/, "")}…`;
}

function titleSlide(tools: readonly Tool[], groups: readonly IndustryGroup[], now: Date): string {
  const industries = counted(groups.length, "industry", "industries");
  return `# AI landscape\n\nStackLoop · ${deckDate(now)}\n\n${counted(tools.length, "tool")} · ${industries}`;
}

const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

function landscapeSlide(columns: readonly Column[], groups: readonly IndustryGroup[]): string {
  const lines = [
    row(["Industry", ...columns.map(({ label }) => escapeLine(label)), "Total"]),
    row(["---", ...columns.map(() => "---:"), "---:"]),
    ...groups.map((group) => {
      const counts = group.cells.map((cell) => cell.length || "");
      return row([escapeLine(group.label), ...counts.map(String), String(group.tools.length)]);
    }),
  ];
  return `## Tools by industry and modality\n\n${lines.join("\n")}`;
}

function sectionSlide(group: IndustryGroup): string {
  const names = group.tools.map(({ name }) => line(name)).join(" · ");
  return `# ${escapeLine(group.label)}\n\n${counted(group.tools.length, "tool")}\n\n${names}`;
}

function linksOf(tool: Tool): string[] {
  const website = linkTarget(tool.url);
  const notes = sortReleaseNotes(tool.releaseNotes).flatMap(({ date, url }) => {
    const target = linkTarget(url);
    return target === null ? [] : [link(`${lineText(date)} ${linkHost(target)}`, target)];
  });
  return [
    website === null ? "" : `**Website** ${link(linkLabel(website), website)}`,
    notes.length === 0 ? "" : `**Release notes** ${notes.slice(0, MAX_RELEASE_NOTES).join(" · ")}`,
  ];
}

function prose(heading: string, text: string | null): string {
  const clean = proseText(text);
  return clean === "" ? "" : `**${heading}**\n\n${escapeProse(shorten(clean))}`;
}

/** Logos embedded in the file. They are at its end under labels, where they don't disturb readers. */
class CarriedLogos {
  readonly #images: LogoImages;
  readonly #labels = new Map<string, string>();

  constructor(images: LogoImages) {
    this.#images = images;
  }

  /** Returns a tool's logo as Markdown; empty if there is none for slides. */
  of({ logoUrl }: Tool): string {
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

function toolSlide(tool: Tool, logos: CarriedLogos, verdict: ShownVerdict | undefined): string {
  const facts = [tool.company, tool.version, modalityLabel(tool), industryText(tool)].map(line);
  const tags = tool.tags.map(line).filter((tag) => tag !== "");
  const blocks = [
    logos.of(tool),
    `## ${line(tool.name)}`,
    facts.filter((fact) => fact !== "").join(" · "),
    verdict ? `**Verdict** ${RING_WORDS[verdict.ring].label}: ${line(verdict.reason)}` : "",
    prose("Use case", tool.use),
    prose("Capabilities", tool.capabilities),
    tags.length === 0 ? "" : `**Tags** ${tags.join(", ")}`,
    ...furtherFacts(tool).map(({ label, text }) => `**${label}** ${escapeLine(text)}`),
    ...linksOf(tool),
    updatedLine(tool),
  ];
  return blocks.filter((block) => block !== "").join("\n\n");
}

/**
 * Returns the tools as a Marp deck in the same order as the slides: title, landscape, sections by industry, tools.
 * `images` contains this server's logos by URL.
 */
export function toolsAsMarkdown(
  tools: readonly Tool[],
  images: LogoImages,
  now: Date = new Date(),
  verdicts: ReadonlyMap<string, ShownVerdict> = new Map(),
): string {
  const logos = new CarriedLogos(images);
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
