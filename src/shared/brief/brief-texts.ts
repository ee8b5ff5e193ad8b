import { lazy } from "#shared/kernel/lazy.ts";
import { escapeHtml, isolateHtml } from "#shared/texts/escaping.ts";
import { type Ring, RING_WORDS } from "#shared/verdicts/rings.ts";

import { BRIEF_SECTIONS, EMPTY_BRIEF_MESSAGE } from "./brief-rules.ts";
import type { BriefChoices, BriefDocument, BriefLine, BriefPeriod, BriefSection } from "./briefs.ts";

const dayFormat = lazy(() => new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }));

/** Formats a period: "November 16 – 22, 2026". */
export const periodText = ({ from, to }: Pick<BriefPeriod, "from" | "to">): string =>
  from === to ? dayText(from) : dayFormat().formatRange(new Date(from), new Date(to)).replaceAll(/\s/gu, " ");

/** Formats a day, as in 2026-11-22: "November 22, 2026". */
const dayText = (day: string): string => dayFormat().format(new Date(day));

/** Returns the headline of a brief, or a title with its period. */
export const briefTitle = ({ headline, period }: Pick<BriefDocument, "headline" | "period">): string =>
  headline === "" ? `Brief of ${periodText(period)}` : headline;

const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

/** Describes the details of a line, in short parts: ["Trial → Adopt", "Ada Lovelace"]. */
export function lineFacts(line: BriefLine): string[] {
  const { ring, change, sources, stars, replies, dueOn, by } = line;
  return [
    ring && ringMove(ring.from, ring.to, dueOn !== undefined),
    change && (change === "new" ? "New" : "Changed"),
    sources !== undefined && sources > 1 && formatCount(sources, "source"),
    stars !== undefined && stars > 0 && formatCount(stars, "star"),
    replies !== undefined && replies > 0 && formatCount(replies, "reply", "replies"),
    line.isUnanswered === true && "Unanswered",
    dueOn !== undefined && `Due ${dayText(dueOn)}`,
    by,
  ].flatMap((part) => part || []);
}

/** Returns a line's text with the titles of its evidence: "It halves reviews. For: A Study of Reviews." */
export function textWithEvidence({ text, evidence = [] }: BriefLine): string {
  const sentences = (["for", "against"] as const).flatMap((stance) => {
    const titles = evidence.filter((one) => one.stance === stance).map(({ title }) => title);
    return titles.length === 0 ? [] : `${stance === "for" ? "For" : "Against"}: ${titles.join("; ")}.`;
  });
  if (sentences.length === 0) return text;
  const start = text === "" || /\p{P}$/u.test(text) ? text : `${text}.`;
  return [start, ...sentences].join(" ").trim();
}

/** Returns "Trial → Adopt" for a move, "Adopt" for a first verdict. Verdicts due for review don't move. */
function ringMove(from: Ring | null, to: Ring, isDue: boolean): string {
  const { label } = RING_WORDS[to];
  if (from === null || isDue) return label;
  return from === to ? `${label}, confirmed` : `${RING_WORDS[from].label} → ${label}`;
}

/** Applies a person's choices to a brief. */
export function applyChoices(document: BriefDocument, choices: BriefChoices): BriefDocument {
  const hidden = new Set(choices.hidden);
  const order = [...choices.sections, ...BRIEF_SECTIONS];
  return {
    ...document,
    headline: choices.headline,
    note: choices.note,
    sections: document.sections
      .map((section) => {
        const lines = section.lines.filter(({ id }) => !hidden.has(id));
        return { ...section, lines, total: section.total - section.lines.length + lines.length };
      })
      .filter(({ lines }) => lines.length > 0)
      .toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind)),
  };
}

interface HtmlOptions {
  /** Returns the address that a line leads to, or null for none. */
  linkOf: (line: Pick<BriefLine, "href"> & { url?: string | null }) => string | null;
}

/** Renders a brief as HTML without styles and scripts, for mail programs and read-only pages. */
export function briefHtml(document: BriefDocument, options: HtmlOptions): string {
  const { headline, note, period, sections } = document;
  return [
    `<h1 dir="auto">${escapeHtml(briefTitle(document))}</h1>`,
    headline === "" ? "" : `<p>${escapeHtml(periodText(period))}</p>`,
    ...splitParagraphs(note).map((text) => `<p dir="auto">${escapeHtml(text).replaceAll("\n", "<br>")}</p>`),
    ...sections.map((section) => sectionHtml(section, options)),
    sections.length === 0 ? `<p>${EMPTY_BRIEF_MESSAGE}</p>` : "",
  ].join("\n");
}

const splitParagraphs = (note: string): string[] =>
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
  const facts = lineFacts(line).map(isolateHtml).join(" · ");
  const evidence = (line.evidence ?? []).map(
    (one) => `<li>${one.stance === "for" ? "For" : "Against"}: ${linkHtml(one.title, linkOf(one))}</li>`,
  );
  return [
    `<li>${linkHtml(line.title, linkOf(line), true)}`,
    facts === "" ? "" : ` <small>${facts}</small>`,
    line.text === "" ? "" : `<br>${isolateHtml(line.text)}`,
    evidence.length === 0 ? "" : `<ul>${evidence.join("")}</ul>`,
    "</li>",
  ].join("");
}

function linkHtml(title: string, address: string | null, isStrong = false): string {
  const text = isStrong ? `<strong>${isolateHtml(title)}</strong>` : isolateHtml(title);
  return address === null ? text : `<a href="${escapeHtml(address)}" rel="noopener noreferrer">${text}</a>`;
}

/** Renders a brief as Markdown. `origin` precedes the paths of this workspace. */
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
    sections.length === 0 ? EMPTY_BRIEF_MESSAGE : "",
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

/** Escapes the special characters of Markdown and HTML in a line of text. */
const escapeMarkdown = (text: string): string =>
  text
    .replaceAll(/[\\`*_[\]<>~|]/gu, String.raw`\$&`)
    .replaceAll("&", "&amp;")
    .replace(/^(\s*)([#+-]|\d+[.)])(?=\s|$)/u, String.raw`$1\$2`);
