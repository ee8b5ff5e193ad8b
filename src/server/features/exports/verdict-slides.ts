import type PptxGenJS from "pptxgenjs";

import { fitText, counted, lineText } from "#server/deck/deck-text.ts";
import { addOverviewSlide, COLOUR, textStyle, OVERVIEW_BODY, type Slide } from "#server/deck/deck-theme.ts";
import type { Tool } from "#shared/tools/tools.ts";
import { RING_WORDS, RINGS } from "#shared/verdicts/rings.ts";
import type { Blip } from "#shared/verdicts/verdicts.ts";

import { addLogo, type Logo, nameOf } from "./tool-slide.ts";

const ROWS = 8;
const GAP = 0.4;
const ROW_HEIGHT = OVERVIEW_BODY.h / ROWS;
const LOGO = 0.44;
const INDENT = LOGO + 0.15;
/** Maximum number of slides for a ring, so that the overview has at most 12. */
const MOST_SLIDES = 2;
/** Number of tools on a slide with two columns. */
const ON_SLIDE = 2 * ROWS;

/** Adds the verdicts with their reasons: one or two slides for each ring that has tools. */
export function addVerdictSlides(
  deck: PptxGenJS,
  tools: readonly Tool[],
  blips: readonly Blip[],
  logoOf: (tool: Tool) => Logo | null,
): void {
  const toolOf = new Map(tools.map((tool) => [tool.id, tool]));
  for (const ring of RINGS) {
    const members = blips
      .flatMap((blip) => {
        const tool = blip.ring === ring ? toolOf.get(blip.toolId) : undefined;
        return tool ? { tool, reason: blip.reason } : [];
      })
      .toSorted((a, b) => a.tool.name.localeCompare(b.tool.name, "en-US"));
    const shown = members.slice(0, MOST_SLIDES * ON_SLIDE);
    const omitted = members.length - shown.length;
    for (let start = 0; start < shown.length; start += ON_SLIDE) {
      const { label, sentence } = RING_WORDS[ring];
      const more = omitted > 0 ? `; the first ${shown.length} are shown` : "";
      const subtitle = `${sentence} ${counted(members.length, "tool")}${more}`;
      const slide = addOverviewSlide(deck, start === 0 ? label : `${label}, continued`, subtitle);
      const some = shown.slice(start, start + ON_SLIDE);
      const columns = some.length > ROWS ? 2 : 1;
      const w = (OVERVIEW_BODY.w + GAP) / columns - GAP;
      for (const [index, { tool, reason }] of some.entries()) {
        const x = OVERVIEW_BODY.x + Math.floor(index / ROWS) * (w + GAP);
        const y = OVERVIEW_BODY.y + (index % ROWS) * ROW_HEIGHT;
        addLogo(slide, tool, logoOf(tool), { x, y: y + 0.06, size: LOGO });
        addReason(slide, nameOf(tool), lineText(reason), { x: x + INDENT, y, w: w - INDENT });
      }
    }
  }
}

/** Adds a tool's name, and the reason in up to two lines below it. */
function addReason(
  slide: Slide,
  name: string,
  reason: string,
  { x, y, w }: { x: number; y: number; w: number },
): void {
  slide.addText(fitText(name, w, 1, { fontSize: 12, isBold: true }), {
    ...textStyle(12, COLOUR.ink),
    bold: true,
    x,
    y: y + 0.02,
    w,
    h: 0.2,
    valign: "middle",
    wrap: false,
  });
  slide.addText(fitText(reason, w, 2, { fontSize: 10 }), {
    ...textStyle(10, COLOUR.body),
    x,
    y: y + 0.22,
    w,
    h: 0.36,
    valign: "top",
  });
}
