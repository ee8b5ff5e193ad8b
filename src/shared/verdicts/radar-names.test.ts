import { expect, test } from "vitest";

import { positionNames } from "./radar-names.ts";
import { layOutRadar } from "./radar.ts";
import { RINGS } from "./rings.ts";

const FONT_SIZE = 13;
const SECTORS = ["media", "finance", "legal", "health"];

const radar = (count: number) => {
  const blips = Array.from({ length: count }, (_, index) => ({
    toolId: `t${String(index).padStart(4, "0")}`,
    ring: RINGS[index % 4] ?? "hold",
    sector: SECTORS[Math.floor(index / 4) % 4] ?? "media",
    firstDecidedAt: "2026-05-03T10:00:00.000Z",
  }));
  const { dots, dot } = layOutRadar(SECTORS, blips);
  const named = dots.map(({ x, y, blip }) => ({ x, y, name: `Tool ${blip.toolId}` }));
  return { dots: named, dot, names: positionNames({ dots: named, dot, fontSize: FONT_SIZE }) };
};

test("names every tool of a small radar", () => {
  expect(radar(12).names.every((name) => name !== null)).toBe(true);
});

test.each([12, 40, 100])("covers no dot or name with a name among %i tools", (count) => {
  const { dots, dot, names } = radar(count);
  const boxes = names.flatMap((name) => {
    if (name === null) return [];
    const width = name.text.length * FONT_SIZE * 0.5;
    const left = name.x - { start: 0, middle: width / 2, end: width }[name.anchor];
    return { left, right: left + width, top: name.y - FONT_SIZE * 0.75, bottom: name.y };
  });
  expect(boxes.length).toBeGreaterThan(count / 4);
  for (const [index, box] of boxes.entries()) {
    const others = boxes.filter(
      (other, at) =>
        at !== index &&
        box.left < other.right &&
        other.left < box.right &&
        box.top < other.bottom &&
        other.top < box.bottom,
    );
    const covered = dots.filter(
      ({ x, y }) => x + dot > box.left && x - dot < box.right && y + dot > box.top && y - dot < box.bottom,
    );
    expect({ others, covered }).toEqual({ others: [], covered: [] });
  }
});

test("truncates a long name, and omits names of close dots", () => {
  const at = { x: 100, y: 100, name: "A name that nobody would give to a tool" };
  const [placed] = positionNames({ dots: [at], dot: 13, fontSize: FONT_SIZE });
  expect(placed?.text).toBe("A name that nobody…");
  expect(positionNames({ dots: [at], dot: 7, fontSize: FONT_SIZE })).toEqual([null]);
});
