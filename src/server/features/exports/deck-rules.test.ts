import { posix } from "node:path";

import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";

import { briefAsSlides } from "#server/features/briefs/brief-as-slides.ts";
import { radarAsSlide } from "#server/features/verdicts/as-radar-slide.ts";
import { RINGS } from "#shared/verdicts/rings.ts";
import type { Blip, Radar } from "#shared/verdicts/verdicts.ts";
import { exampleBrief } from "#tests/support/brief-example.ts";
import { pngImage } from "#tests/support/images.ts";
import { buildTool } from "#tests/support/stored.ts";

import { overviewAsSlides, toolsAsSlides } from "./as-slides.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const INDUSTRIES = ["software-dev", "creative", "marketing", "finance", "legal", "general"];
const LOGO = "/public-objects/logos/a.png";

const tools = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    buildTool({
      id: String(index),
      name: `Tool <${index}> & "co"`,
      industry: INDUSTRIES[index % INDUSTRIES.length] ?? null,
      modality: index % 2 === 0 ? "text" : "audio",
      logoUrl: index % 3 === 0 ? LOGO : null,
      url: `https://a.example/x y/${index}?q=<b>&r={1}`,
      tags: ["chat", "long context"],
      capabilities: "Reads.\nWrites.",
      releaseNotes: [{ date: "2024-03-04", url: "https://a.example/news|x" }],
    }),
  );

const RADAR: Radar = {
  asOf: "2026-11-21",
  first: "2026-05-03",
  sectors: ["Finance", "Media"],
  blips: tools(200).map(({ id, name }, index): Blip => ({
    toolId: id,
    name,
    ring: RINGS[index % 4] ?? "hold",
    from: null,
    sector: index % 2 === 0 ? "Finance" : "Media",
    modality: "text",
    moved: index % 3 === 0 ? "in" : null,
    isNew: index % 5 === 0,
    decidedAt: "2026-05-03T10:00:00.000Z",
    firstDecidedAt: "2026-05-03T10:00:00.000Z",
    reason: "Beats ours.",
  })),
};

/** Finds problems in a deck that make PowerPoint offer a repair. */
function problemsOf(deck: Uint8Array): string[] {
  const files = unzipSync(deck);
  const names = Object.keys(files);
  const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  const types = text("[Content_Types].xml");
  const overrides = Array.from(
    types.matchAll(/<Override\b[^>]*PartName="\/([^"]*)"/gu),
    ([, part = ""]) => part,
  );
  const problems = [
    ...names.filter((name) => name.endsWith("/")).map((name) => `folder ${name}`),
    ...overrides.filter((part) => !names.includes(part)).map((part) => `no part for override ${part}`),
    ...overrides.filter((part, at) => overrides.indexOf(part) !== at).map((part) => `two overrides ${part}`),
  ];
  for (const name of names.filter((one) => /\.(?:xml|rels)$/u.test(one))) {
    if (name.endsWith(".xml") && name !== "[Content_Types].xml" && !overrides.includes(name))
      problems.push(`no override for ${name}`);
    const ids = Array.from(text(name).matchAll(/<p:cNvPr\b[^>]*?\bid="(\d+)"/gu), ([, id]) => id);
    if (new Set(ids).size < ids.length) problems.push(`shape ids of ${name}`);
    const folder = posix.dirname(posix.dirname(name));
    for (const [relation] of text(name).matchAll(/<Relationship [^>]*>/gu)) {
      const target = /Target="([^"]*)"/u.exec(relation)?.[1] ?? "";
      const isExternal = relation.includes('TargetMode="External"');
      if (isExternal && /[ <>\\^`{|}]/u.test(target.replaceAll("&amp;", "&")))
        problems.push(`link ${target}`);
      const part = target.startsWith("/") ? target.slice(1) : posix.join(folder, target);
      if (!isExternal && !names.includes(part)) problems.push(`${name} leads to ${part}, which isn't there`);
    }
  }
  return problems;
}

const slidesIn = (deck: Uint8Array) =>
  Object.keys(unzipSync(deck)).filter((name) => /^ppt\/slides\/slide\d+\.xml$/u.test(name)).length;

const images = new Map([[LOGO, { bytes: pngImage(2, 3), mediaType: "image/png" }]]);

test.each([0, 1, 10, 416])("creates a valid deck of %i tools for PowerPoint", async (count) => {
  const deck = await toolsAsSlides(tools(count), images, NOW, RADAR);
  expect(problemsOf(deck)).toEqual([]);
  expect(slidesIn(deck)).toBeGreaterThan(count);
});

test.each([0, 1, 10, 416])("creates a valid overview of %i tools with at most 12 slides", async (count) => {
  const deck = await overviewAsSlides(tools(count), images, NOW, RADAR);
  expect(problemsOf(deck)).toEqual([]);
  expect(slidesIn(deck)).toBeLessThanOrEqual(12);
});

test.each([0, 1, 30])("creates a valid brief of %i lines a section with at most 12 slides", async (count) => {
  const brief = exampleBrief();
  const sections = brief.sections.flatMap((section) => {
    const [line] = section.lines;
    if (!line || count === 0) return [];
    const lines = Array.from({ length: count }, (_, index) => ({ ...line, id: `${line.id}-${index}` }));
    return { ...section, lines, total: 10 * count };
  });
  const deck = await briefAsSlides({
    document: { ...brief, sections, headline: "Ein <langer> Titel & mehr ".repeat(8) },
    radar: RADAR,
    origin: "https://stackloop.example",
  });
  expect(problemsOf(deck)).toEqual([]);
  expect(slidesIn(deck)).toBe([1, 10, 11][[0, 1, 30].indexOf(count)]);
});

test("creates a valid radar slide for PowerPoint", async () => {
  const deck = await radarAsSlide(RADAR);
  expect([slidesIn(deck), problemsOf(deck)]).toEqual([1, []]);
});
