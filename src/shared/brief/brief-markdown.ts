import type { BriefDocument, BriefLine, BriefSection } from "./brief-document.ts";
import { NOTHING_HAPPENED } from "./brief-rules.ts";
import { briefTitle, lineFacts, periodText } from "./brief-words.ts";

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
