import type { App } from "#server/app.ts";
import { findBlindSpots } from "#shared/verdicts/blind-spots.ts";
import type { BlindSpots } from "#shared/verdicts/verdicts.ts";

import { countPapersSince, listKnownTools, listToolsWithPrompts } from "./radar.queries.ts";
import { todayOf } from "./verdicts.service.ts";

const MOST_TOOLS = 10_000;
const PAPER_DAYS = 30;
const DAY_MS = 86_400_000;

/** Modality of the papers in each arXiv category. */
const MODALITIES: Readonly<Record<string, string>> = {
  "cs.CL": "text",
  "cs.CV": "image",
  "eess.IV": "image",
  "cs.SD": "audio",
  "eess.AS": "audio",
  "cs.MM": "multimodal",
};

/** Finds gaps in the landscape. */
export async function blindSpots(app: App): Promise<BlindSpots> {
  const since = new Date(app.now().getTime() - PAPER_DAYS * DAY_MS).toISOString();
  const papers = new Map<string, number>();
  for (const { category, papers: count } of await countPapersSince(app.db, Object.keys(MODALITIES), since)) {
    const modality = MODALITIES[category] ?? "";
    papers.set(modality, Math.max(papers.get(modality) ?? 0, count));
  }
  return findBlindSpots({
    tools: await listKnownTools(app.db, MOST_TOOLS),
    withPrompts: new Set(await listToolsWithPrompts(app.db)),
    papers,
    today: todayOf(app),
  });
}
