import type { App } from "#server/app.ts";
import type { ExportedFile } from "#shared/export.ts";
import { movement, newsBegin, radarSectors } from "#shared/verdicts/radar.ts";
import type { Radar, RadarFileRequest } from "#shared/verdicts/verdicts.ts";

import { byorCsv } from "./byor-csv.ts";
import { findFirstTime, listIndustries, listVerdictsOn } from "./radar.queries.ts";

const MOST_TOOLS = 10_000;

/** Verdicts as they were at the end of a day (UTC), as they are without one; of the chosen tools, or of all. */
export async function radar(app: App, { asOf = today(app), selectedIds }: RadarFileRequest): Promise<Radar> {
  const isChosen = selectedIds && new Set(selectedIds);
  const rows = await listVerdictsOn(app.db, asOf, MOST_TOOLS);
  const former = await listVerdictsOn(app.db, newsBegin(asOf), MOST_TOOLS);
  const rings = new Map(former.map(({ toolId, ring }) => [toolId, ring]));
  // Those of all tools that were ever decided on: sectors stay where they are from one day to another.
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

/** The same as a table that Build Your Own Radar reads. */
export async function radarCsv(app: App, request: RadarFileRequest): Promise<ExportedFile> {
  const { asOf, blips } = await radar(app, request);
  return {
    fileName: `radar-${asOf}.csv`,
    mediaType: "text/csv; charset=utf-8",
    encoding: "utf8",
    content: byorCsv(blips),
  };
}
