import { expect, test } from "vitest";

import { seededRandom } from "#tests/support/seeded-random.ts";

import { movement, newsBegin, OTHER_SECTOR, radarSectors } from "./radar.ts";

const of = (...industries: (string | null)[]) => industries.map((industry) => ({ industry }));

test("every industry has a sector by its name, and tools without one stand with the general ones", () => {
  const { sectors, sectorOf } = radarSectors(of("software-dev", "Finance", null));
  expect(sectors).toEqual(["Finance", "General", "Software Dev"]);
  expect(sectorOf({ industry: "finance" })).toBe("Finance");
  expect(sectorOf({ industry: " " })).toBe("General");
});

test("the largest industries have sectors of their own, the others share the last one", () => {
  const { sectors, sectorOf } = radarSectors(of("a", "b", "b", "c", "c", "c", "d"), 2);
  expect(sectors).toEqual(["B", "C", OTHER_SECTOR]);
  expect(sectorOf({ industry: "d" })).toBe(OTHER_SECTOR);
});

test("an industry called other shares the sector of the others", () => {
  const { sectors, sectorOf } = radarSectors(of("other", "other", "a"));
  expect(sectors).toEqual(["A", OTHER_SECTOR]);
  expect(sectorOf({ industry: "other" })).toBe(OTHER_SECTOR);
});

test("whatever the industries: every tool has a sector that is there, none is empty, and the order of tools is nothing", () => {
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

test("a tool moves in towards adopting and out towards holding", () => {
  expect(movement("assess", "trial")).toBe("in");
  expect(movement("adopt", "hold")).toBe("out");
  expect(movement("hold", "hold")).toBeNull();
  expect(movement(null, "adopt")).toBeNull();
  expect(newsBegin("2026-11-24")).toBe("2026-08-26");
});
