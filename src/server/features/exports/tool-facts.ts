import { fitText, textWidth, lineText, linkHost, linkLabel, linkTarget } from "#server/deck/deck-text.ts";
import { addPill, COLOUR, CONTENT, textStyle, MARGIN, PAGE, type Slide } from "#server/deck/deck-theme.ts";
import { sortReleaseNotes } from "#shared/tools/release-note-list.ts";
import type { Tool } from "#shared/tools/tools.ts";

import { furtherFacts, industryText } from "./landscape.ts";

const PANEL = { x: 8.75, y: CONTENT.top, w: PAGE.width - MARGIN - 8.75, h: CONTENT.bottom - CONTENT.top };
const PANEL_INSET = 0.3;
const CONTENT_BOX = { x: PANEL.x + PANEL_INSET, w: PANEL.w - 2 * PANEL_INSET };
const CHIP_STYLE = { fontSize: 11, height: 0.29, gap: 0.08, padding: 0.28, rows: 3 };
const LINE_STYLE = { fontSize: 13, height: 0.29 };
const MAX_RELEASE_NOTES = 3;
const BLOCK_GAP = 0.22;
const HEADING_HEIGHT = 0.28;
const PANEL_BOTTOM = PANEL.y + PANEL.h;

/** Adds a heading. Like the panel's other functions, returns the y position for the next element. */
function addHeading(slide: Slide, heading: string, y: number): number {
  slide.addText(heading, {
    ...textStyle(10, COLOUR.muted),
    bold: true,
    charSpacing: 1.5,
    ...CONTENT_BOX,
    y,
    h: 0.22,
  });
  return y + HEADING_HEIGHT;
}

function addLine(slide: Slide, text: string, y: number, link: string | null): number {
  const shown = fitText(text, CONTENT_BOX.w, 1, LINE_STYLE);
  const color = link === null ? COLOUR.ink : COLOUR.accent;
  const options = link === null ? {} : { hyperlink: { url: link, tooltip: link } };
  const run = { text: shown, options: { ...textStyle(LINE_STYLE.fontSize, color), ...options } };
  slide.addText([run], { ...CONTENT_BOX, y, h: LINE_STYLE.height, margin: 0, valign: "middle" });
  return y + LINE_STYLE.height;
}

interface Chip {
  text: string;
  width: number;
}

const createChip = (text: string): Chip => ({
  text,
  width: textWidth(text, CHIP_STYLE) + CHIP_STYLE.padding,
});
/** Maximum width of a tag. Leaves room for the chip with the number of omitted tags. */
const TAG_WIDTH = CONTENT_BOX.w - CHIP_STYLE.padding - CHIP_STYLE.gap - createChip("+50 more").width;
const rowWidth = (row: readonly Chip[]) => row.reduce((sum, { width }) => sum + width + CHIP_STYLE.gap, 0);

/** Arranges tags in rows as wide as the panel. If some don't fit, the last chip shows their number. */
function chipRows(tags: readonly string[]): Chip[][] {
  const rows: Chip[][] = [[]];
  for (const [index, tag] of tags.entries()) {
    const next = createChip(fitText(tag, TAG_WIDTH, 1, CHIP_STYLE));
    const row = rows.at(-1) ?? [];
    const isLastRow = rows.length === CHIP_STYLE.rows;
    const moreChip = createChip(`+${tags.length - index} more`);
    const reserved = isLastRow && index < tags.length - 1 ? moreChip.width + CHIP_STYLE.gap : 0;
    if (rowWidth(row) + next.width + reserved <= CONTENT_BOX.w) row.push(next);
    else if (!isLastRow) rows.push([next]);
    else {
      row.push(moreChip);
      return rows;
    }
  }
  return rows;
}

function addTags(slide: Slide, tags: readonly string[], top: number): number {
  let y = addHeading(slide, "TAGS", top) + 0.03;
  for (const row of chipRows(tags)) {
    let { x } = CONTENT_BOX;
    for (const { text, width } of row) {
      const box = { x, y, w: width, h: CHIP_STYLE.height };
      addPill(slide, text, box, { fill: COLOUR.line, color: COLOUR.body, fontSize: CHIP_STYLE.fontSize });
      x += width + CHIP_STYLE.gap;
    }
    y += CHIP_STYLE.height + CHIP_STYLE.gap;
  }
  return y;
}

/** Returns a label such as "2024-03-04 example.com". Shortens each part separately, so that both remain visible. */
function noteLabel(date: string, host: string): string {
  const start = `${fitText(date, 1.2, 1, LINE_STYLE)}  `;
  return `${start}${fitText(host, CONTENT_BOX.w - textWidth(start, LINE_STYLE), 1, LINE_STYLE)}`;
}

/** Adds the panel on the right: industry, tags, website, other facts, and links to the latest release notes. */
export function addFacts(slide: Slide, tool: Tool): void {
  slide.addShape("roundRect", {
    ...PANEL,
    rectRadius: 0.12,
    fill: { color: COLOUR.panel },
    objectName: "Facts",
  });
  let y = addHeading(slide, "INDUSTRY", PANEL.y + PANEL_INSET);
  y = addLine(slide, industryText(tool), y, null);

  const tags = tool.tags.map(lineText).filter((tag) => tag !== "");
  if (tags.length > 0) y = addTags(slide, tags, y + BLOCK_GAP);

  const website = linkTarget(tool.url);
  if (website !== null) {
    y = addLine(slide, linkLabel(website), addHeading(slide, "WEBSITE", y + BLOCK_GAP), website);
  }
  for (const { label, text } of furtherFacts(tool)) {
    if (y + BLOCK_GAP + HEADING_HEIGHT + LINE_STYLE.height > PANEL_BOTTOM) break;
    y = addLine(slide, text, addHeading(slide, label.toUpperCase(), y + BLOCK_GAP), null);
  }
  const notes = sortReleaseNotes(tool.releaseNotes).flatMap(({ date, url }) => {
    const target = linkTarget(url);
    return target === null ? [] : [{ text: noteLabel(lineText(date), linkHost(target)), target }];
  });
  const availableLines = Math.floor((PANEL_BOTTOM - y - BLOCK_GAP - HEADING_HEIGHT) / LINE_STYLE.height);
  const shown = notes.slice(0, Math.min(MAX_RELEASE_NOTES, availableLines));
  if (shown.length === 0) return;
  y = addHeading(slide, "RELEASE NOTES", y + BLOCK_GAP);
  for (const { text, target } of shown) y = addLine(slide, text, y, target);
}
