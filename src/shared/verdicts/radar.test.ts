import { expect, test } from "vitest";

import { seededRandom } from "#tests/support/seeded-random.ts";

import {
  moveDirection,
  newsPeriodStart,
  OTHER_SECTOR,
  radarSectors,
  layOutRadar,
  type RadarBlip,
  RADIUS,
  RING_BANDS,
  RING_NAME_SIZE,
  RING_NAMES,
} from "./radar.ts";
import { RINGS } from "./rings.ts";

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
  expect(moveDirection("assess", "trial")).toBe("in");
  expect(moveDirection("adopt", "hold")).toBe("out");
  expect(moveDirection("hold", "hold")).toBeNull();
  expect(moveDirection(null, "adopt")).toBeNull();
  expect(newsPeriodStart("2026-11-24")).toBe("2026-08-26");
});

const SECTORS = ["media", "finance", "legal", "health", "education", "research", "general", "Other"];

const blips = (count: number, sectors: readonly string[] = SECTORS): RadarBlip[] =>
  Array.from({ length: count }, (_, index) => ({
    toolId: `t${String(index).padStart(5, "0")}`,
    ring: RINGS[index % 4] ?? "hold",
    sector: sectors[Math.floor(index / 4) % sectors.length] ?? "Other",
    firstDecidedAt: new Date(Date.UTC(2026, 0, 1) + index * 3_600_000).toISOString(),
  }));

const byTool = (sectors: readonly string[], given: readonly RadarBlip[]) =>
  new Map(layOutRadar(sectors, given).dots.map(({ blip, x, y }) => [blip.toolId, { x, y }]));

test.each([1, 40, 160, 600])("places %i dots in their rings and sectors, without overlaps", (count) => {
  const { dots, dot, sectors } = layOutRadar(SECTORS, blips(count));
  expect(dots).toHaveLength(count);
  for (const { blip, x, y } of dots) {
    const band = RING_BANDS.find(({ ring }) => ring === blip.ring);
    const distance = Math.hypot(x, y);
    expect(distance - dot).toBeGreaterThan(band?.inner ?? RADIUS);
    expect(distance + dot).toBeLessThan(band?.outer ?? 0);
    const field = sectors.find(({ sector }) => sector === blip.sector);
    const turned = (Math.atan2(y, x) - (field?.from ?? 0) + 4 * Math.PI) % (2 * Math.PI);
    expect(turned).toBeLessThan((field?.to ?? 0) - (field?.from ?? 0));
  }
  const touching = dots.filter((one, index) =>
    dots.slice(index + 1).some((other) => Math.hypot(one.x - other.x, one.y - other.y) <= 2 * dot),
  );
  expect(touching).toEqual([]);
});

test("places the same tools at the same positions, in any order", () => {
  const given = blips(60);
  expect(byTool(SECTORS, given.toReversed())).toEqual(byTool(SECTORS, given));
});

test("moves no other tool when one is added", () => {
  for (const count of [0, 4, 30, 60]) {
    const all = blips(count + 1);
    const after = byTool(SECTORS, all);
    for (const [id, position] of byTool(SECTORS, all.slice(0, count)))
      expect(after.get(id)).toEqual(position);
  }
});

test.each([1, 8])("covers no ring name with a dot of %i sectors", (count) => {
  const sectors = SECTORS.slice(0, count);
  const { dots, dot } = layOutRadar(sectors, blips(160, sectors));
  expect(dots).toHaveLength(160);
  for (const { x, y } of RING_NAMES) {
    const covering = dots.filter(
      (position) =>
        Math.abs(position.x - x) < RING_NAME_SIZE.halfWidth + dot &&
        Math.abs(position.y - y) < RING_NAME_SIZE.halfHeight + dot,
    );
    expect(covering).toEqual([]);
  }
});

test("shows all dots even without enough space", () => {
  expect(layOutRadar(["general", "Other"], blips(20_000, ["general"])).dots).toHaveLength(20_000);
});
