import { expect, test } from "vitest";

import { seededRandom } from "#tests/support/seeded-random.ts";

import { movement, newsBegin, OTHER_SECTOR, radarSectors } from "./radar.ts";

const of = (...industries: (string | null)[]) => industries.map((industry) => ({ industry }));

test("assigns every industry to its sector, and tools without one to general", () => {
  const { sectors, sectorOf } = radarSectors(of("software-dev", "Finance", null));
  expect(sectors).toEqual(["Finance", "General", "Software Dev"]);
  expect(sectorOf({ industry: "finance" })).toBe("Finance");
  expect(sectorOf({ industry: " " })).toBe("General");
});

test("assigns sectors to the largest industries, and the last one to all others", () => {
  const { sectors, sectorOf } = radarSectors(of("a", "b", "b", "c", "c", "c", "d"), 2);
  expect(sectors).toEqual(["B", "C", OTHER_SECTOR]);
  expect(sectorOf({ industry: "d" })).toBe(OTHER_SECTOR);
});

test("puts an industry named other in the last sector", () => {
  const { sectors, sectorOf } = radarSectors(of("other", "other", "a"));
  expect(sectors).toEqual(["A", OTHER_SECTOR]);
  expect(sectorOf({ industry: "other" })).toBe(OTHER_SECTOR);
});

test("assigns every tool to an existing sector, none empty, in any order", () => {
  const random = seededRandom(41);
  for (let round = 0; round < 500; round += 1) {
    const names = ["a", "B", "b", "c-d", "other", "", null, "e", "f", "g", "h", "i", "j"];
    const tools = of(
      ...Array.from(
        { length: Math.floor(random() * 40) },
        () => names[Math.floor(random() * names.length)] ?? null,
      ),
    );
    const { sectors, sectorOf } = radarSectors(tools);
    const used = new Set(tools.map(sectorOf));
    expect(used).toEqual(new Set(sectors));
    expect(sectors.length).toBeLessThanOrEqual(8);
    expect(radarSectors(tools.toReversed()).sectors).toEqual(sectors);
  }
});

test("moves a tool in towards Adopt and out towards Hold", () => {
  expect(movement("assess", "trial")).toBe("in");
  expect(movement("adopt", "hold")).toBe("out");
  expect(movement("hold", "hold")).toBeNull();
  expect(movement(null, "adopt")).toBeNull();
  expect(newsBegin("2026-11-24")).toBe("2026-08-26");
});
