import type { Radar } from "#shared/verdicts/verdicts.ts";

import { radarAsSlide } from "./as-radar-slide.ts";

/** Writes the radar as a slide. */
export const writeRadarSlide = ({ radar }: { radar: Radar }): Promise<Uint8Array> => radarAsSlide(radar);
