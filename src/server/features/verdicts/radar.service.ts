import type { App } from "#server/app.ts";
import { invalid } from "#server/errors.ts";
import { toExportedFile, PPTX } from "#server/kernel/exports/export.service.ts";
import { noItemsSelected } from "#server/kernel/exports/exporter.ts";
import { csvLines } from "#server/kernel/exports/text-writers.ts";
import type { ExportedFile } from "#shared/export.ts";
import { findBlindSpots } from "#shared/verdicts/blind-spots.ts";
import { movement, newsBegin, OTHER_SECTOR, radarSectors } from "#shared/verdicts/radar.ts";
import { type MovePeriod, RING_WORDS, RINGS } from "#shared/verdicts/rings.ts";
import type { BlindSpots, Blip, Moves, Radar, RadarFileRequest } from "#shared/verdicts/verdicts.ts";

import {
  countPapersSince,
  endOf,
  findFirstTime,
  listIndustries,
  listKnownTools,
  listToolsWithPrompts,
  listVerdictsOn,
} from "./radar.queries.ts";
import { listMoves } from "./verdicts.queries.ts";
import { todayOf } from "./verdicts.service.ts";

/** Maximum number of tools. More dots would be indistinguishable. */
const MAX_TOOLS = 1000;

/** Exports the verdicts of a date, for selected tools or all, as a PowerPoint slide. */
export async function exportRadar(
  app: App,
  request: RadarFileRequest,
  signal?: AbortSignal,
): Promise<ExportedFile> {
  const shown = await radar(app, request);
  if (request.selectedIds && shown.blips.length === 0) throw noItemsSelected("tool");
  if (shown.blips.length > MAX_TOOLS)
    throw invalid(
      `A slide can have at most ${MAX_TOOLS.toLocaleString("en-US")} tools. Select fewer.`,
      "selectedIds",
    );
  const bytes = await app.workers.run("exports.radar", shown, { signal });
  return toExportedFile(`radar-${shown.asOf}.pptx`, PPTX, bytes);
}

const MOST_TOOLS = 10_000;
const MOST_MOVES = 500;

/** Returns verdicts as of the end of a day (UTC), or current ones without a day. Covers the chosen tools, or all. */
export async function radar(app: App, { asOf = today(app), selectedIds }: RadarFileRequest): Promise<Radar> {
  const isChosen = selectedIds && new Set(selectedIds);
  const rows = await listVerdictsOn(app.db, asOf, MOST_TOOLS);
  const former = await listVerdictsOn(app.db, newsBegin(asOf), MOST_TOOLS);
  const rings = new Map(former.map(({ toolId, ring }) => [toolId, ring]));
  // Uses all tools that ever had a verdict, so that sectors don't change from one day to another.
  const { sectors, sectorOf } = radarSectors(await listIndustries(app.db));
  const first = await findFirstTime(app.db);
  return {
    asOf,
    first: first?.slice(0, 10) ?? null,
    sectors,
    blips: rows.flatMap(({ industry, ...row }) => {
      if (isChosen?.has(row.toolId) === false) return [];
      const from = rings.get(row.toolId) ?? null;
      return {
        ...row,
        from,
        sector: sectorOf({ industry }),
        moved: movement(from, row.ring),
        isNew: from === null,
      };
    }),
  };
}

const today = ({ now }: App): string => now().toISOString().slice(0, 10);

/** Lists the ring changes of the days up to the end of a day (UTC), or up to now without a day. */
export const moves = async (
  app: App,
  { asOf = today(app), days }: { asOf?: string | undefined; days: MovePeriod },
): Promise<Moves> => ({
  items: await listMoves(app.db, { after: newsBegin(asOf, days), before: endOf(asOf) }, MOST_MOVES),
});

/** Returns the radar as a CSV for Build Your Own Radar. */
export async function radarCsv(app: App, request: RadarFileRequest): Promise<ExportedFile> {
  const { asOf, blips } = await radar(app, request);
  return toExportedFile(`radar-${asOf}.csv`, "text/csv; charset=utf-8", Buffer.from(byorCsv(blips)));
}

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

const COLUMNS = ["name", "ring", "quadrant", "isNew", "description"];
/** Build Your Own Radar has exactly this number. */
const MAX_QUADRANTS = 4;

/**
 * Returns the radar as CSV for Build Your Own Radar, without live formulas. Rows go from the innermost ring outwards,
 * since some of its versions order the rings as in the file. Smaller sectors share the last quadrant.
 */
export function byorCsv(blips: readonly Blip[]): string {
  const quadrantOf = quadrantsOf(blips);
  const ordered = RINGS.flatMap((ring) => blips.filter((blip) => blip.ring === ring));
  const rows = ordered.map(({ name, ring, sector, isNew, reason }) => [
    name,
    RING_WORDS[ring].label,
    quadrantName(quadrantOf(sector)),
    isNew ? "TRUE" : "FALSE",
    reason,
  ]);
  return csvLines([COLUMNS, ...rows]);
}

function quadrantsOf(blips: readonly Blip[]): (sector: string) => string {
  const counts = new Map<string, number>();
  for (const { sector } of blips) counts.set(sector, (counts.get(sector) ?? 0) + 1);
  if (counts.size <= MAX_QUADRANTS) return (sector) => sector;
  const own = new Set(
    [...counts]
      .filter(([sector]) => sector !== OTHER_SECTOR)
      .toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
      .slice(0, MAX_QUADRANTS - 1)
      .map(([sector]) => sector),
  );
  return (sector) => (own.has(sector) ? sector : OTHER_SECTOR);
}

/** Build Your Own Radar replaces "and" with "&" before it matches quadrants, so names with the word never match. */
const quadrantName = (sector: string): string =>
  sector.replaceAll(/[-\s]+and[-\s]+|\s*&\s*/giu, " & ").trim();
