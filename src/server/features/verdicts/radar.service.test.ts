import papaparse from "papaparse";
import { expect, test } from "vitest";

import type { Blip } from "#shared/verdicts/verdicts.ts";

import { toBuildYourOwnRadarCsv } from "./radar.service.ts";

const blip = (name: string, fields: Partial<Blip> = {}): Blip => ({
  toolId: name,
  name,
  ring: "trial",
  from: null,
  sector: "Media",
  modality: null,
  moved: null,
  isNew: true,
  decidedAt: "2026-11-21T10:00:00.000Z",
  firstDecidedAt: "2026-11-21T10:00:00.000Z",
  reason: "It sings",
  ...fields,
});

test("writes the columns of Build Your Own Radar, without formulas", () => {
  expect(
    toBuildYourOwnRadarCsv([
      blip("Suno"),
      blip("=Udio", { ring: "hold", isNew: false, reason: 'Loud, "hot"' }),
    ]),
  ).toBe(
    [
      "name,ring,quadrant,isNew,description",
      "Suno,Trial,Media,TRUE,It sings",
      `"'=Udio",Hold,Media,FALSE,"Loud, ""hot"""`,
      "",
    ].join("\r\n"),
  );
});

test("writes at most four quadrants: smaller sectors share the last", () => {
  const sectors = ["A", "A", "B", "B", "C", "C", "D", "E", "Other", "Other", "Other"];
  const csv = toBuildYourOwnRadarCsv(sectors.map((sector, index) => blip(`Tool ${index}`, { sector })));
  const { data } = papaparse.parse<{ quadrant: string }>(csv.trim(), { header: true });
  expect(data.map(({ quadrant }) => quadrant)).toEqual([
    "A",
    "A",
    "B",
    "B",
    "C",
    "C",
    "Other",
    "Other",
    "Other",
    "Other",
    "Other",
  ]);
});

test("sorts rows by ring, and then as on the radar", () => {
  const csv = toBuildYourOwnRadarCsv([
    blip("A", { ring: "hold" }),
    blip("B", { ring: "assess" }),
    blip("C", { ring: "adopt" }),
    blip("D", { ring: "assess" }),
  ]);
  const { data } = papaparse.parse<{ name: string }>(csv.trim(), { header: true });
  expect(data.map(({ name }) => name)).toEqual(["C", "B", "D", "A"]);
});

test("names a quadrant in the form that Build Your Own Radar expects", () => {
  const sectors = ["Media And Entertainment", "R&D", "Anderson"];
  const { data } = papaparse.parse<{ quadrant: string }>(
    toBuildYourOwnRadarCsv(sectors.map((sector) => blip("Suno", { sector }))).trim(),
    { header: true },
  );
  expect(data.map(({ quadrant }) => quadrant)).toEqual(["Media & Entertainment", "R & D", "Anderson"]);
});
