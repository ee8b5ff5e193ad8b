import { writeDeckFile } from "#server/deck/deck-file.ts";
import { addRadarSlide } from "#server/features/verdicts/as-radar-slide.ts";
import type { Tool } from "#shared/tools/tools.ts";
import type { Radar } from "#shared/verdicts/verdicts.ts";

import { addChartSlide } from "./chart-slide.ts";
import { addGridSlide } from "./grid-slide.ts";
import { deckLandscape } from "./landscape.ts";
import { addLogoSlide } from "./logo-slide.ts";
import { dataUrlOf, type LogoImages, pictureSizeOf } from "./picture.ts";
import { addSectionSlide } from "./section-slide.ts";
import { addTitleSlide } from "./title-slide.ts";
import { addToolSlide, type Logo } from "./tool-slide.ts";
import { addVerdictSlides } from "./verdict-slides.ts";

/** Maximum size of all logos in bytes, so that the deck can be mailed. Further tools get monograms. */
const MAX_LOGO_BYTES = 20 * 1024 * 1024;

/** Returns a function that returns a tool's logo, or null for a monogram. Every logo counts once. */
function logoReader(images: LogoImages) {
  let used = 0;
  const logos = new Map<string, Logo | null>();
  function read(address: string): Logo | null {
    const image = images.get(address);
    const size = image ? pictureSizeOf(image) : null;
    if (!image || !size || used + image.bytes.byteLength > MAX_LOGO_BYTES) return null;
    used += image.bytes.byteLength;
    return { ...size, data: dataUrlOf(image) };
  }
  return ({ logoUrl }: Tool): Logo | null => {
    const address = logoUrl ?? "";
    const logo = logos.get(address) ?? read(address);
    logos.set(address, logo);
    return logo;
  };
}

/** Words of both decks. */
const WORDS = { title: "AI landscape", subject: "AI tools by industry and modality" };

/**
 * Returns an overview of the tools as a PowerPoint deck of at most 12 slides: title, chart, landscape with logos, and,
 * if there are verdicts, the radar and the verdicts by ring.
 */
export const overviewAsSlides = (
  tools: readonly Tool[],
  images: LogoImages,
  now: Date = new Date(),
  radar: Radar | null = null,
): Promise<Uint8Array> =>
  writeDeckFile(WORDS, (deck) => {
    const logoOf = logoReader(images);
    addTitleSlide(deck, tools, now);
    if (tools.length === 0) return;
    addChartSlide(deck, tools);
    addLogoSlide(deck, tools, logoOf);
    if (radar === null || radar.blips.length === 0) return;
    addRadarSlide(deck, radar);
    addVerdictSlides(deck, tools, radar.blips, logoOf);
  });

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
  writeDeckFile(WORDS, (deck) => {
    addTitleSlide(deck, tools, now);
    if (tools.length > 0) {
      addChartSlide(deck, tools);
      addGridSlide(deck, tools);
    }
    if (radar !== null && radar.blips.length > 0) addRadarSlide(deck, radar);
    const logoOf = logoReader(images);
    const verdicts = new Map(radar?.blips.map((blip) => [blip.toolId, blip]));
    for (const group of deckLandscape(tools).groups) {
      // The number makes section titles unique, because the library finds sections by title.
      const title = `${group.label} (${group.tools.length})`;
      deck.addSection({ title });
      addSectionSlide(deck, title, group);
      for (const tool of group.tools) addToolSlide(deck, title, tool, logoOf(tool), verdicts.get(tool.id));
    }
  });
