import type { App } from "#server/app.ts";
import { invalid } from "#server/errors.ts";
import { toExportedFile, PPTX } from "#server/kernel/exports/export.service.ts";
import { noItemsSelected } from "#server/kernel/exports/exporter.ts";
import { csvLines } from "#server/kernel/exports/text-writers.ts";
import type { ExportedFile } from "#shared/export.ts";
import { findBlindSpots } from "#shared/verdicts/blind-spots.ts";
import { moveDirection, newsPeriodStart, OTHER_SECTOR, radarSectors } from "#shared/verdicts/radar.ts";
import { type MovePeriod, RING_WORDS, RINGS } from "#shared/verdicts/rings.ts";
import type { BlindSpots, Blip, Moves, Radar, RadarFileRequest } from "#shared/verdicts/verdicts.ts";

import {
  countPapersSince,
  endOfDay,
  findFirstVerdictTime,
  listIndustries,
  listToolsWithVerdicts,
  listToolsWithPrompts,
  listVerdictsOn,
} from "./radar.queries.ts";
import { listMoves } from "./verdicts.queries.ts";
import { todayOf } from "./verdicts.service.ts";

/** Maximum number of tools on a slide. More dots would be indistinguishable. */
const MAX_SLIDE_TOOLS = 1000;

/** Exports the verdicts of a day, on the selected tools or all, as a PowerPoint slide. */
export async function exportRadar(
  app: App,
  request: RadarFileRequest,
  signal?: AbortSignal,
): Promise<ExportedFile> {
  const exportedRadar = await radar(app, request);
  if (request.selectedIds && exportedRadar.blips.length === 0) throw noItemsSelected("tool");
  if (exportedRadar.blips.length > MAX_SLIDE_TOOLS)
    throw invalid(
      `A slide can have at most ${MAX_SLIDE_TOOLS.toLocaleString("en-US")} tools. Select fewer.`,
      "selectedIds",
    );
  const bytes = await app.workers.run("exports.radar", exportedRadar, { signal });
  return toExportedFile(`radar-${exportedRadar.asOf}.pptx`, PPTX, bytes);
}

const MAX_TOOLS = 10_000;
const MAX_MOVES = 500;

/**
 * Returns the verdicts at the end of a day (UTC), or the current ones without a day. Covers the selected tools or all.
 */
export async function radar(app: App, { asOf = today(app), selectedIds }: RadarFileRequest): Promise<Radar> {
  const selected = selectedIds && new Set(selectedIds);
  const rows = await listVerdictsOn(app.db, asOf, MAX_TOOLS);
  const formerRows = await listVerdictsOn(app.db, newsPeriodStart(asOf), MAX_TOOLS);
  const formerRings = new Map(formerRows.map(({ toolId, ring }) => [toolId, ring]));
  // Uses all tools that have ever had a verdict, so that sectors stay the same from day to day.
  const { sectors, sectorOf } = radarSectors(await listIndustries(app.db));
  const first = await findFirstVerdictTime(app.db);
  return {
    asOf,
    first: first?.slice(0, 10) ?? null,
    sectors,
    blips: rows.flatMap(({ industry, ...row }) => {
      if (selected?.has(row.toolId) === false) return [];
      const from = formerRings.get(row.toolId) ?? null;
      return {
        ...row,
        from,
        sector: sectorOf({ industry }),
        moved: moveDirection(from, row.ring),
        isNew: from === null,
      };
    }),
  };
}

const today = ({ now }: App): string => now().toISOString().slice(0, 10);

/** Lists the ring changes of the days until the end of a day (UTC), or until now without a day. */
export const moves = async (
  app: App,
  { asOf = today(app), days }: { asOf?: string | undefined; days: MovePeriod },
): Promise<Moves> => ({
  items: await listMoves(app.db, { after: newsPeriodStart(asOf, days), before: endOfDay(asOf) }, MAX_MOVES),
});

/** Returns the radar as a CSV for Build Your Own Radar. */
export async function radarCsv(app: App, request: RadarFileRequest): Promise<ExportedFile> {
  const { asOf, blips } = await radar(app, request);
  return toExportedFile(
    `radar-${asOf}.csv`,
    "text/csv; charset=utf-8",
    Buffer.from(toBuildYourOwnRadarCsv(blips)),
  );
}

const PAPER_DAYS = 30;
const DAY_MS = 86_400_000;

/** Modality of most papers in each arXiv category. */
const CATEGORY_MODALITIES: Readonly<Record<string, string>> = {
  "cs.CL": "text",
  "cs.CV": "image",
  "eess.IV": "image",
  "cs.SD": "audio",
  "eess.AS": "audio",
  "cs.MM": "multimodal",
};

/** Finds blind spots in the landscape, such as industries without a tool on trial. */
export async function blindSpots(app: App): Promise<BlindSpots> {
  const since = new Date(app.now().getTime() - PAPER_DAYS * DAY_MS).toISOString();
  const papers = new Map<string, number>();
  for (const { category, papers: count } of await countPapersSince(
    app.db,
    Object.keys(CATEGORY_MODALITIES),
    since,
  )) {
    const modality = CATEGORY_MODALITIES[category] ?? "";
    papers.set(modality, Math.max(papers.get(modality) ?? 0, count));
  }
  return findBlindSpots({
    tools: await listToolsWithVerdicts(app.db, MAX_TOOLS),
    withPrompts: new Set(await listToolsWithPrompts(app.db)),
    papers,
    today: todayOf(app),
  });
}

const CSV_COLUMNS = ["name", "ring", "quadrant", "isNew", "description"];
/** Build Your Own Radar has exactly four quadrants. */
const MAX_QUADRANTS = 4;

/**
 * Returns the radar as CSV for Build Your Own Radar, without live formulas. Rows go from the innermost ring outwards,
 * because some versions order the rings as in the file. Smaller sectors share the last quadrant.
 */
export function toBuildYourOwnRadarCsv(blips: readonly Blip[]): string {
  const quadrantOf = createQuadrantMapper(blips);
  const ordered = RINGS.flatMap((ring) => blips.filter((blip) => blip.ring === ring));
  const rows = ordered.map(({ name, ring, sector, isNew, reason }) => [
    name,
    RING_WORDS[ring].label,
    quadrantName(quadrantOf(sector)),
    isNew ? "TRUE" : "FALSE",
    reason,
  ]);
  return csvLines([CSV_COLUMNS, ...rows]);
}

function createQuadrantMapper(blips: readonly Blip[]): (sector: string) => string {
  const counts = new Map<string, number>();
  for (const { sector } of blips) counts.set(sector, (counts.get(sector) ?? 0) + 1);
  if (counts.size <= MAX_QUADRANTS) return (sector) => sector;
  const ownQuadrants = new Set(
    [...counts]
      .filter(([sector]) => sector !== OTHER_SECTOR)
      .toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
      .slice(0, MAX_QUADRANTS - 1)
      .map(([sector]) => sector),
  );
  return (sector) => (ownQuadrants.has(sector) ? sector : OTHER_SECTOR);
}

/** Build Your Own Radar replaces "and" with "&" before it matches quadrants, so a name with "and" would never match. */
const quadrantName = (sector: string): string =>
  sector.replaceAll(/[-\s]+and[-\s]+|\s*&\s*/giu, " & ").trim();
