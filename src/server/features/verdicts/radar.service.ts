import type { App } from "#server/app.ts";
import { invalid } from "#server/errors.ts";
import { exportedFile } from "#server/kernel/exports/export.service.ts";
import { noneChosen } from "#server/kernel/exports/exporter.ts";
import type { ExportedFile } from "#shared/export.ts";
import { movement, newsBegin, radarSectors } from "#shared/verdicts/radar.ts";
import type { MovePeriod } from "#shared/verdicts/rings.ts";
import type { Moves, Radar, RadarFileRequest } from "#shared/verdicts/verdicts.ts";

import { byorCsv } from "./byor-csv.ts";
import { endOf, findFirstTime, listIndustries, listVerdictsOn } from "./radar.queries.ts";
import { listMoves } from "./verdicts.queries.ts";

/** Maximum number of tools. More dots would be indistinguishable. */
const MAX_TOOLS = 1000;
const PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation";

/** Exports the verdicts of a date, for selected tools or all, as a PowerPoint slide. */
export async function exportRadar(
  app: App,
  request: RadarFileRequest,
  signal?: AbortSignal,
): Promise<ExportedFile> {
  const shown = await radar(app, request);
  if (request.selectedIds && shown.blips.length === 0) throw noneChosen("tool");
  if (shown.blips.length > MAX_TOOLS)
    throw invalid(
      `A slide can have at most ${MAX_TOOLS.toLocaleString("en-US")} tools. Select fewer.`,
      "selectedIds",
    );
  const bytes = await app.workers.run("exports.radar", shown, { signal });
  return exportedFile(`radar-${shown.asOf}.pptx`, PPTX, bytes);
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
  return {
    fileName: `radar-${asOf}.csv`,
    mediaType: "text/csv; charset=utf-8",
    encoding: "utf8",
    content: byorCsv(blips),
  };
}
