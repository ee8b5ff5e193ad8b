import type { BriefSectionKind } from "#shared/brief/brief-rules.ts";
import { briefHtml } from "#shared/brief/brief-texts.ts";
import type { BriefDocument } from "#shared/brief/briefs.ts";
import { lazy } from "#shared/kernel/lazy.ts";
import { optionLabel } from "#shared/kernel/text-rules.ts";
import { escapeHtml, isolateHtml } from "#shared/texts/escaping.ts";
import { createLandscape } from "#shared/tools/landscape.ts";
import type { Tool } from "#shared/tools/tools.ts";
import { layOutRadar, RING_BANDS, RING_NAMES } from "#shared/verdicts/radar.ts";
import { RING_WORDS, type Ring, RINGS } from "#shared/verdicts/rings.ts";
import type { Radar } from "#shared/verdicts/verdicts.ts";

interface PageParts {
  title: string;
  /** HTML of the main part, with the h1. */
  content: string;
}

/** Renders a whole page without scripts, for readers without an account. */
export const pageHtml = ({ title, content }: PageParts): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow"><meta name="description" content="${escapeHtml(title)}, shared from StackLoop"><title>${escapeHtml(title)} · StackLoop</title>
<link rel="stylesheet" href="/shared-page.css"></head>
<body><main>
${content}
</main><footer>Shared from StackLoop. Read-only.</footer></body></html>`;

/** Sections in which lines show names: public names, or the names of people who decided. */
const VISIBLE_NAMES: Partial<Record<BriefSectionKind, "public" | "deciders">> = {
  decisions: "deciders",
  reviews: "deciders",
  news: "public",
  papers: "public",
};

/** Renders a published brief. Links lead to the items' web addresses, because readers have no account. */
export function briefContent(document: BriefDocument, showsDeciders: boolean): string {
  const sections = document.sections
    // Discussions quote comments, which people wrote for the team only.
    .filter(({ kind }) => kind !== "discussions")
    .map((section) => {
      const names = VISIBLE_NAMES[section.kind];
      const isShown = names === "public" || (names === "deciders" && showsDeciders);
      return isShown ? section : { ...section, lines: section.lines.map((line) => ({ ...line, by: null })) };
    });
  return briefHtml({ ...document, sections }, { linkOf: ({ url }) => url ?? null });
}

const longDate = lazy(() => new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }));

/** Renders the verdicts as a picture, and as a table for each ring. `deciders` contains names by tool id. */
export function radarContent({ asOf, sectors, blips }: Radar, deciders: ReadonlyMap<string, string>): string {
  const numberedBlips = RINGS.flatMap((ring) =>
    blips
      .filter((blip) => blip.ring === ring)
      .toSorted((one, other) => one.name.localeCompare(other.name, "en-US")),
  ).map((blip, index) => ({ ...blip, number: index + 1 }));
  const showsNames = deciders.size > 0;
  const tables = RINGS.flatMap((ring) => {
    const members = numberedBlips.filter((blip) => blip.ring === ring);
    if (members.length === 0) return [];
    const rows = members.map(({ number, name, sector, reason, toolId }) => {
      const cells = [
        String(number),
        name,
        sector,
        reason,
        ...(showsNames ? [deciders.get(toolId) ?? ""] : []),
      ];
      return `<tr>${cells.map((cell) => `<td dir="auto">${escapeHtml(cell)}</td>`).join("")}</tr>`;
    });
    const heads = ["No.", "Tool", "Industry", "Reason", ...(showsNames ? ["Decided by"] : [])];
    const { label, sentence } = RING_WORDS[ring];
    return `<h2>${label} <small>${sentence}</small></h2>
<table class="rows"><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join("")}</tr></thead><tbody>${rows.join("")}</tbody></table>`;
  });
  return `<h1>AI radar</h1><p>${numberedBlips.length} tools as of ${longDate().format(new Date(asOf))}</p>
${numberedBlips.length === 0 ? "" : radarPicture(sectors, numberedBlips)}
${tables.join("\n")}`;
}

const HALF_SIZE = 420;

function radarPicture(
  sectors: readonly string[],
  blips: readonly (Radar["blips"][number] & { number: number })[],
) {
  const { dots, dot, sectors: fields } = layOutRadar(sectors, blips);
  const rings = RING_BANDS.toReversed().map(({ outer }) => `<circle class="ring" r="${outer}"/>`);
  const lines = fields.map(({ from }) => {
    const [x, y] = [Math.cos(from) * 400, Math.sin(from) * 400].map((part) => part.toFixed(1));
    return fields.length > 1 ? `<line class="edge" x1="0" y1="0" x2="${x}" y2="${y}"/>` : "";
  });
  const names = RING_NAMES.map(
    ({ ring, x, y }) => `<text class="name" x="${x}" y="${y}">${RING_WORDS[ring].label}</text>`,
  );
  const circles = dots.map(({ x, y, blip }) => {
    const attributes = `x="${x.toFixed(1)}" y="${(y + dot * 0.38).toFixed(1)}" font-size="${(dot * 1.05).toFixed(1)}"`;
    return `<g><title>${escapeHtml(blip.name)}</title><circle class="dot ${blip.ring}" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${dot.toFixed(1)}"/><text class="number" ${attributes}>${blip.number}</text></g>`;
  });
  return `<svg role="img" aria-label="Radar; the tables below have the same content" viewBox="${-HALF_SIZE} ${-HALF_SIZE} ${2 * HALF_SIZE} ${2 * HALF_SIZE}">${[...rings, ...lines, ...names, ...circles].join("")}</svg>`;
}

/** Renders the tools by industry and modality, each with its ring. */
export function landscapeContent(tools: readonly Tool[], rings: ReadonlyMap<string, Ring>): string {
  const { modalities, rows } = createLandscape(tools);
  const toolHtml = ({ id, name }: Tool) => {
    const ring = rings.get(id);
    return `<li>${isolateHtml(name)}${ring ? ` <small>${RING_WORDS[ring].label}</small>` : ""}</li>`;
  };
  const heads = modalities.map(({ label }) => `<th scope="col">${escapeHtml(label)}</th>`).join("");
  const body = rows.map(({ industry, cells }) => {
    const cellsHtml = cells.map((cell) => `<td><ul>${cell.tools.map(toolHtml).join("")}</ul></td>`).join("");
    return `<tr><th scope="row">${escapeHtml(optionLabel(industry.label))}</th>${cellsHtml}</tr>`;
  });
  const count = `${tools.length.toLocaleString("en-US")} ${tools.length === 1 ? "tool" : "tools"}`;
  return `<h1>AI landscape</h1><p>${count} by industry and modality</p>
<div class="table"><table class="landscape"><thead><tr><th scope="col">Industry</th>${heads}</tr></thead><tbody>${body.join("\n")}</tbody></table></div>`;
}
