import { writeDeckFile } from "#server/deck/deck-file.ts";
import { addRadarSlide } from "#server/features/verdicts/as-radar-slide.ts";
import type { Tool } from "#shared/tools/tools.ts";
import type { Radar } from "#shared/verdicts/verdicts.ts";

import { addChartSlide } from "./chart-slide.ts";
import { addGridSlide } from "./grid-slide.ts";
import { deckLandscape } from "./landscape.ts";
import { dataUrlOf, type LogoImages, pictureSizeOf } from "./picture.ts";
import { addSectionSlide } from "./section-slide.ts";
import { addTitleSlide } from "./title-slide.ts";
import { addToolSlide } from "./tool-slide.ts";
import type { Logo } from "./tool-slide.ts";

/** Maximum size of all logos in bytes, so that the deck can be mailed. Further tools get monograms. */
const MAX_LOGO_BYTES = 20 * 1024 * 1024;

function logoReader(images: LogoImages) {
  let used = 0;
  return (tool: Tool): Logo | null => {
    const image = images.get(tool.logoUrl ?? "");
    const size = image ? pictureSizeOf(image) : null;
    if (!image || !size || used + image.bytes.byteLength > MAX_LOGO_BYTES) return null;
    used += image.bytes.byteLength;
    return { ...size, data: dataUrlOf(image) };
  };
}

/**
 * Returns the tools as a PowerPoint deck. It has a title, the landscape, and the radar if there are verdicts. Then
 * each industry has a section with a slide per tool. `images` contains the logos by URL; a tool without one gets a
 * monogram.
 */
export const toolsAsSlides = (
  tools: readonly Tool[],
  images: LogoImages,
  now: Date = new Date(),
  radar: Radar | null = null,
): Promise<Uint8Array> =>
  writeDeckFile({ title: "AI landscape", subject: "AI tools by industry and modality" }, (deck) => {
    addTitleSlide(deck, tools, now);
    if (tools.length > 0) {
      addChartSlide(deck, tools);
      addGridSlide(deck, tools);
    }
    if (radar !== null && radar.blips.length > 0) addRadarSlide(deck, radar);
    const logoOf = logoReader(images);
    for (const group of deckLandscape(tools).groups) {
      // The number makes section titles unique, because the library finds sections by title.
      const title = `${group.label} (${group.tools.length})`;
      deck.addSection({ title });
      addSectionSlide(deck, title, group);
      for (const tool of group.tools) addToolSlide(deck, title, tool, logoOf(tool));
    }
  });
