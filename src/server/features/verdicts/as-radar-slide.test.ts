import { expect, test } from "vitest";

import { RINGS } from "#shared/verdicts/rings.ts";
import type { Blip } from "#shared/verdicts/verdicts.ts";
import { openDeck, texts } from "#tests/support/read-deck.ts";

import { radarAsSlide } from "./as-radar-slide.ts";

const SLIDE = "ppt/slides/slide1.xml";

const blip = (name: string, changes: Partial<Blip> = {}): Blip => ({
  toolId: name.toLowerCase(),
  name,
  ring: "trial",
  from: null,
  sector: "Media",
  modality: "audio",
  moved: null,
  isNew: false,
  decidedAt: "2026-05-03T10:00:00.000Z",
  firstDecidedAt: "2026-05-03T10:00:00.000Z",
  reason: "Beats our old transcripts by far.",
  ...changes,
});

async function slideOf(blips: Blip[]) {
  const radar = { asOf: "2026-06-01", first: "2026-05-03", sectors: ["Finance", "Media"], blips };
  const deck = openDeck(await radarAsSlide(radar));
  return { deck, words: texts(deck, SLIDE) };
}

test("shows the day, and every tool by ring and name, with the number of its dot", async () => {
  const { words } = await slideOf([
    blip("Whisper", { moved: "in" }),
    blip("Cursor <3 & \u0007co", { ring: "adopt", modality: "text", isNew: true }),
    blip("Acme", { sector: "Finance", moved: "out" }),
  ]);
  expect(words).toContain("3 tools as of June 1, 2026");
  const begin = words.lastIndexOf("Adopt");
  const [picture, list] = [words.slice(0, begin), words.slice(begin)];
  expect(list.slice(0, 15).join("|")).toBe(
    "Adopt|  1|1  |Cursor <3 & co| ●|Trial|  2|2  |Acme| ▼|3  |Whisper| ▲|Assess|  0",
  );
  expect(picture).toEqual(expect.arrayContaining(["Finance", "Media", "Trial", "1", "2", "3"]));
  expect(list).toEqual(expect.arrayContaining(["Text", "Audio"]));
  expect(list).not.toContain("Video");
});

test("shows the number of omitted tools for each ring", async () => {
  const blips = Array.from({ length: 400 }, (_, index) =>
    blip(`Tool ${index}`, { ring: RINGS[index % 4] ?? "hold", sector: index % 3 ? "Media" : "Finance" }),
  );
  const { deck, words } = await slideOf(blips);
  expect(words.filter((word) => /^\+\d+ more$/u.test(word))).toHaveLength(4);
  const dots = deck.parts.get(SLIDE)?.match(/prst="ellipse"/gu) ?? [];
  expect(dots.length).toBe(400 + 4 + 1);
});
