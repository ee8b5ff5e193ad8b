import { escapeHtml, isolatedHtml } from "#shared/texts/escaping.ts";

import { NOTHING_HAPPENED } from "./brief-rules.ts";
import { briefTitle, lineFacts, periodText } from "./brief-words.ts";
import type { BriefDocument, BriefLine, BriefSection } from "./briefs.ts";

interface HtmlOptions {
  /** Returns the address that a line leads to, or null for none. */
  linkOf: (line: Pick<BriefLine, "href"> & { url?: string | null }) => string | null;
}

/** Renders a brief as HTML without styles and scripts, which mail programs and read-only pages show. */
export function briefHtml(document: BriefDocument, options: HtmlOptions): string {
  const { headline, note, period, sections } = document;
  return [
    `<h1 dir="auto">${escapeHtml(briefTitle(document))}</h1>`,
    headline === "" ? "" : `<p>${escapeHtml(periodText(period))}</p>`,
    ...paragraphsOf(note).map((text) => `<p dir="auto">${escapeHtml(text).replaceAll("\n", "<br>")}</p>`),
    ...sections.map((section) => sectionHtml(section, options)),
    sections.length === 0 ? `<p>${NOTHING_HAPPENED}</p>` : "",
  ].join("\n");
}

const paragraphsOf = (note: string): string[] =>
  note
    .split(/\n\s*\n/u)
    .map((text) => text.trim())
    .filter((text) => text !== "");

function sectionHtml({ title, lines, total }: BriefSection, options: HtmlOptions): string {
  const groups = [...Map.groupBy(lines, ({ group }) => group)];
  const lists = groups.map(([group, ofGroup]) =>
    [
      group === undefined ? "" : `<h3 dir="auto">${escapeHtml(group)}</h3>`,
      `<ul>${ofGroup.map((line) => lineHtml(line, options)).join("")}</ul>`,
    ].join(""),
  );
  const more =
    total > lines.length ? `<p>And ${(total - lines.length).toLocaleString("en-US")} more.</p>` : "";
  return `<h2>${escapeHtml(title)}</h2>${lists.join("")}${more}`;
}

function lineHtml(line: BriefLine, { linkOf }: HtmlOptions): string {
  const facts = lineFacts(line).map(isolatedHtml).join(" · ");
  const evidence = (line.evidence ?? []).map(
    (one) => `<li>${one.stance === "for" ? "For" : "Against"}: ${linked(one.title, linkOf(one))}</li>`,
  );
  return [
    `<li>${linked(line.title, linkOf(line), true)}`,
    facts === "" ? "" : ` <small>${facts}</small>`,
    line.text === "" ? "" : `<br>${isolatedHtml(line.text)}`,
    evidence.length === 0 ? "" : `<ul>${evidence.join("")}</ul>`,
    "</li>",
  ].join("");
}

function linked(title: string, address: string | null, isStrong = false): string {
  const text = isStrong ? `<strong>${isolatedHtml(title)}</strong>` : isolatedHtml(title);
  return address === null ? text : `<a href="${escapeHtml(address)}" rel="noopener noreferrer">${text}</a>`;
}

/** Renders a brief as Markdown. `origin` is put before the paths of this workspace. */
export function briefMarkdown(document: BriefDocument, origin: string): string {
  const { headline, note, period, sections } = document;
  const blocks = [
    `# ${escapeMarkdown(briefTitle(document))}`,
    headline === "" ? "" : periodText(period),
    note
      .split("\n")
      .map((line) => escapeMarkdown(line))
      .join("\n"),
    ...sections.map((section) => sectionMarkdown(section, origin)),
    sections.length === 0 ? NOTHING_HAPPENED : "",
  ];
  return `${blocks.filter((block) => block.trim() !== "").join("\n\n")}\n`;
}

function sectionMarkdown({ title, lines, total }: BriefSection, origin: string): string {
  let group: string | undefined;
  const items = lines.flatMap((line) => {
    const heading =
      line.group === undefined || line.group === group ? [] : [`\n### ${escapeMarkdown(line.group)}\n`];
    group = line.group;
    return [...heading, lineMarkdown(line, origin)];
  });
  const more = total > lines.length ? [`\nAnd ${(total - lines.length).toLocaleString("en-US")} more.`] : [];
  return [`## ${title}\n`, ...items, ...more].join("\n").replaceAll("\n\n\n", "\n\n");
}

function lineMarkdown(line: BriefLine, origin: string): string {
  const facts = lineFacts(line).map(escapeMarkdown).join(" · ");
  const text = escapeMarkdown(line.text);
  const evidence = (line.evidence ?? []).map(
    ({ title, href, stance }) =>
      `  - ${stance === "for" ? "For" : "Against"}: ${link(title, `${origin}${href}`)}`,
  );
  return [
    `- ${link(line.title, `${origin}${line.href}`)}${facts === "" ? "" : ` (${facts})`}${text === "" ? "" : `: ${text}`}`,
    ...evidence,
  ].join("\n");
}

const link = (title: string, url: string): string =>
  `[${escapeMarkdown(title)}](${url.replaceAll("(", "%28").replaceAll(")", "%29")})`;

/** Escapes the signs of Markdown and HTML in a line of text. */
const escapeMarkdown = (text: string): string =>
  text
    .replaceAll(/[\\`*_[\]<>~|]/gu, String.raw`\$&`)
    .replaceAll("&", "&amp;")
    .replace(/^(\s*)([#+-]|\d+[.)])(?=\s|$)/u, String.raw`$1\$2`);
