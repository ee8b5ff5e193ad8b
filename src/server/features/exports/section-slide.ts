import type PptxGenJS from "pptxgenjs";

import { COLOUR, lettering, MARGIN, MASTER, MODALITY_COLOUR, PAGE } from "#server/deck/deck-theme.ts";
import { countLines, fitText } from "#server/deck/fit-text.ts";
import { lineText, counted } from "#server/deck/plain-text.ts";
import { modalityTone } from "#shared/tools/modality-words.ts";

import type { IndustryGroup } from "./landscape.ts";

const LIST = { x: 6.05, y: 0.95, w: PAGE.width - 6.05 - MARGIN, h: 5.7 };
const TITLE = { width: 4, sizes: [36, 30, 24], lines: 3 };

/** Few names are large in one column, many are small in three. */
const FORMATS = [
  { columns: 1, fontSize: 18, step: 0.57 },
  { columns: 2, fontSize: 15, step: 0.44 },
  { columns: 3, fontSize: 12, step: 0.33 },
] as const;

const roomOf = ({ columns, step }: { columns: number; step: number }) => columns * Math.floor(LIST.h / step);

/** Adds the slide before an industry's tools: its name, their number and their names. */
export function addSectionSlide(deck: PptxGenJS, section: string, group: IndustryGroup): void {
  const slide = deck.addSlide({ masterName: MASTER.section, sectionTitle: section });
  const largest = TITLE.sizes.find(
    (fontSize) => countLines(group.label, TITLE.width, { fontSize, isBold: true }) <= TITLE.lines,
  );
  const fontSize = largest ?? 24;
  const title = fitText(group.label, TITLE.width, TITLE.lines, { fontSize, isBold: true });
  slide.addText([{ text: title, options: { fontSize } }], { placeholder: "title" });
  slide.addText(counted(group.tools.length, "tool"), {
    ...lettering(18, COLOUR.accentOnNight),
    x: MARGIN,
    y: 4.08,
    w: TITLE.width,
    h: 0.4,
  });

  const format = FORMATS.find((candidate) => roomOf(candidate) >= group.tools.length) ?? FORMATS[2];
  const shown = group.tools.length <= roomOf(format) ? group.tools : group.tools.slice(0, roomOf(format) - 1);
  const rows = Math.ceil(Math.min(group.tools.length, roomOf(format)) / format.columns);
  const top = LIST.y + (LIST.h - rows * format.step) / 2;
  const width = LIST.w / format.columns;
  const place = (index: number) => ({
    x: LIST.x + Math.floor(index / rows) * width,
    y: top + (index % rows) * format.step,
  });
  for (const [index, tool] of shown.entries()) {
    const { x, y } = place(index);
    const dot = 0.13;
    const { solid } = MODALITY_COLOUR[modalityTone(tool.modality)];
    slide.addShape("ellipse", { x, y: y + (format.step - dot) / 2, w: dot, h: dot, fill: { color: solid } });
    slide.addText(fitText(lineText(tool.name), width - 0.45, 1, format), {
      ...lettering(format.fontSize, COLOUR.ink),
      x: x + 0.28,
      y,
      w: width - 0.35,
      h: format.step,
      valign: "middle",
    });
  }
  if (shown.length === group.tools.length) return;
  const { x, y } = place(shown.length);
  slide.addText(`+${group.tools.length - shown.length} more`, {
    ...lettering(format.fontSize, COLOUR.muted),
    x: x + 0.28,
    y,
    w: width - 0.35,
    h: format.step,
    valign: "middle",
  });
}
