import { beforeAll, describe, expect, test } from "vitest";

import { MODALITY_COLOUR } from "#server/deck/deck-theme.ts";
import { namesOf } from "#shared/fields/field.ts";
import { TOOL_FIELDS } from "#shared/fields/tool-fields.ts";
import { getMonogram } from "#shared/pictures/brand-logos.ts";
import { createLandscape } from "#shared/tools/landscape.ts";
import { newToolSchema, type Tool } from "#shared/tools/tools.ts";
import type { Radar } from "#shared/verdicts/verdicts.ts";
import { sampleOf, sampleText } from "#tests/support/field-samples.ts";
import { pngImage } from "#tests/support/images.ts";
import { type Deck, openDeck, texts, unzipFiles } from "#tests/support/read-deck.ts";
import { buildTool } from "#tests/support/stored.ts";

import { toolsAsMarkdown } from "./as-markdown.ts";
import { overviewAsSlides, toolsAsSlides } from "./as-slides.ts";
import type { LogoImages } from "./picture.ts";

const now = new Date("2026-11-21T12:00:00Z");
const png = pngImage(2, 3);

const plain = buildTool();

const claude: Tool = {
  ...plain,
  name: "Claude & friends",
  company: "Anthropic",
  version: "3 Opus",
  use: "Writing and analysis",
  capabilities: "Reads long documents.\nWrites code.",
  modality: "TEXT",
  industry: "software-dev",
  logoUrl: "/public-objects/logos/claude.png",
  url: "https://claude.ai/new?a=1&b=2",
  tags: ["chat", "long context"],
  notes: "Ask legal first.",
  releaseNotes: [
    { date: "2024-03-04", url: "https://www.anthropic.com/news/claude-3-family" },
    { date: "2024-06-20", url: "https://www.anthropic.com/news/claude-3-5-sonnet" },
    { date: "2023-07-11", url: "https://www.anthropic.com/news/claude-2" },
    { date: "2023-03-14", url: "https://www.anthropic.com/news/introducing-claude" },
    { date: "2025-01-01", url: "javascript:alert(1)" },
  ],
};

const build = async (tools: readonly Tool[], images: LogoImages = new Map()) =>
  openDeck(await toolsAsSlides(tools, images, now));

const slideName = (number: number) => `ppt/slides/slide${number}.xml`;
const slideCount = (deck: Deck) =>
  deck.files.filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name)).length;
const links = (deck: Deck) =>
  [...deck.parts]
    .filter(([name]) => name.endsWith(".rels"))
    .flatMap(([, text]) => [...text.matchAll(/Target="([^"]*)" TargetMode="External"/g)])
    .map(([, target = ""]) => target);

const RADAR: Radar = {
  asOf: "2026-11-21",
  first: "2026-05-03",
  sectors: ["Software Dev"],
  blips: [
    {
      toolId: claude.id,
      name: claude.name,
      ring: "trial",
      from: "assess",
      sector: "Software Dev",
      modality: "text",
      moved: "in",
      isNew: false,
      decidedAt: "2026-05-03T10:00:00.000Z",
      firstDecidedAt: "2026-05-03T10:00:00.000Z",
      reason: "Found every clause <in> our test.",
    },
  ],
};

test("shows a tool's verdict and reason on its slide and in its notes", async () => {
  const deck = openDeck(await toolsAsSlides([claude], new Map(), now, RADAR));
  const last = slideCount(deck);
  expect(texts(deck, slideName(last))).toEqual(
    expect.arrayContaining(["VERDICT: TRIAL", "Found every clause <in> our test."]),
  );
  expect(texts(deck, `ppt/notesSlides/notesSlide${last}.xml`).join(" ")).toContain("Verdict: Trial. Found");
});

test("an overview has title, chart, landscape with logos, radar and verdicts by ring", async () => {
  const images = new Map([["/public-objects/logos/claude.png", { bytes: png, mediaType: "image/png" }]]);
  const other = buildTool({ id: "2", name: "Suno", modality: "audio", industry: "creative" });
  const deck = openDeck(await overviewAsSlides([claude, other], images, now, RADAR));
  expect(slideCount(deck)).toBe(5);
  const words = [1, 2, 3, 4, 5].map((number) => texts(deck, slideName(number)));
  expect(words[0]).toContain("AI landscape");
  expect(words[1]).toContain("Tools by industry and modality");
  expect(words[2]).toEqual(expect.arrayContaining(["Creative", "Software Dev", "Suno", "S"]));
  expect(deck.parts.get(slideName(3))).toContain('name="Logo"');
  expect(words[3]).toContain("AI radar");
  expect(words[4]).toEqual(
    expect.arrayContaining(["Trial", "Claude & friends", "Found every clause <in> our test."]),
  );
});

describe("a deck of a few tools", () => {
  const suno: Tool = { ...plain, id: "2", name: "Suno", modality: "audio", industry: "creative" };
  const other: Tool = { ...plain, id: "3", name: "Cursor", modality: "text", industry: "Software-Dev" };
  let deck: Deck;
  beforeAll(async () => {
    const images = new Map([["/public-objects/logos/claude.png", { bytes: png, mediaType: "image/png" }]]);
    deck = await build([claude, suno, other, plain], images);
  });

  test("has title, chart and table, then each industry by name with its tools in order", () => {
    expect(slideCount(deck)).toBe(3 + 3 + 4);
    const titles = Array.from({ length: 10 }, (_slide, index) => texts(deck, slideName(index + 1)));
    expect(titles[0]).toEqual(
      expect.arrayContaining(["AI landscape", "November 21, 2026", "4", "tools", "3", "industries"]),
    );
    expect(titles[3]).toEqual(expect.arrayContaining(["Creative", "1 tool", "Suno"]));
    expect(titles[5]).toEqual(expect.arrayContaining(["General", "1 tool", "Plain"]));
    expect(titles[7]).toEqual(
      expect.arrayContaining(["Software Dev", "2 tools", "Claude & friends", "Cursor"]),
    );
    expect(titles[8]).toContain("Claude & friends");
    expect(titles[9]).toContain("Cursor");
  });

  test("shows every field of a tool on its slide", () => {
    expect(texts(deck, slideName(9))).toEqual(
      expect.arrayContaining([
        "Claude & friends",
        "Anthropic  ·  3 Opus",
        "Writing and analysis",
        "Reads long documents.",
        "Writes code.",
        "TEXT",
        "Software Dev",
        "chat",
        "long context",
        "claude.ai/new",
        "2024-06-20  anthropic.com",
        "2024-03-04  anthropic.com",
        "2023-07-11  anthropic.com",
        "Updated Mar 4, 2024",
      ]),
    );
    expect(texts(deck, "ppt/notesSlides/notesSlide9.xml").join(" ")).toContain("Notes: Ask legal first.");
  });

  test("shows a placeholder for a tool without details", () => {
    expect(texts(deck, slideName(7))).toEqual(
      expect.arrayContaining(["P", "Plain", "No description yet", "General"]),
    );
  });

  test("links to the website and the three latest release notes, and only to the web", () => {
    expect(links(deck)).toEqual([
      "https://claude.ai/new?a=1&amp;b=2",
      "https://www.anthropic.com/news/claude-3-5-sonnet",
      "https://www.anthropic.com/news/claude-3-family",
      "https://www.anthropic.com/news/claude-2",
    ]);
  });

  test("has a native chart with the number of tools by industry and modality", () => {
    const charts = deck.files.filter((name) => /^ppt\/charts\/chart\d+\.xml$/.test(name));
    expect(charts).toHaveLength(1);
    const series = (deck.parts.get(charts[0] ?? "") ?? "").split("<c:ser>").slice(1);
    const values = (text: string, tag: string) =>
      [...(text.split(`<c:${tag}>`)[1]?.split(`</c:${tag}>`)[0] ?? "").matchAll(/<c:v>([^<]*)</g)].map(
        ([, value]) => value,
      );
    const read = series.map((text) => ({
      name: values(text, "tx"),
      cats: values(text, "cat"),
      val: values(text, "val"),
    }));
    const cats = ["General", "Creative", "Software Dev"];
    expect(read).toEqual([
      { name: ["Text"], cats, val: ["0", "0", "2"] },
      { name: ["Audio"], cats, val: ["0", "1", "0"] },
      { name: ["Other"], cats, val: ["1", "0", "0"] },
    ]);
    expect(deck.files.filter((name) => name.endsWith(".xlsx"))).toHaveLength(1);
  });

  test("contains each logo unchanged and undistorted, and a monogram for the others", async () => {
    const media = deck.files.filter((name) => name.startsWith("ppt/media/"));
    expect(media).toHaveLength(1);
    const stored = deck.zip.get(media[0] ?? "");
    expect(stored?.equals(png)).toBe(true);
    const [, width, height] =
      /<p:pic>.*?<a:ext cx="(\d+)" cy="(\d+)"/s.exec(deck.parts.get(slideName(9)) ?? "") ?? [];
    expect(Number(height) / Number(width)).toBeCloseTo(1.5, 3);
    expect(deck.parts.get(slideName(5))).toContain('name="Monogram"');
    expect(deck.parts.get(slideName(9))).not.toContain('name="Monogram"');
  });

  test("has a content type for every part and one set of properties for every paragraph", () => {
    const types = deck.parts.get("[Content_Types].xml") ?? "";
    const untyped = deck.files.filter(
      (name) =>
        !types.includes(`PartName="/${name}"`) && !types.includes(`Extension="${name.split(".").at(-1)}"`),
    );
    expect(untyped).toEqual([]);
    const paragraphs = [...deck.parts.values()].flatMap((text) => text.match(/<a:p>.*?<\/a:p>/gs) ?? []);
    expect(paragraphs.length).toBeGreaterThan(100);
    expect(paragraphs.filter((paragraph) => paragraph.split("<a:pPr").length > 2)).toEqual([]);
  });
});

test("creates a deck for one tool and for none", async () => {
  const one = await build([plain]);
  expect(slideCount(one)).toBe(3 + 1 + 1);
  expect(texts(one, slideName(1))).toEqual(expect.arrayContaining(["1", "tool", "industry"]));
  expect(slideCount(await build([]))).toBe(1);
});

test("creates a valid deck from broken, hostile and foreign text", async () => {
  const evil = "\u0000\u0001\u000b\u001f\ufffe\uffff <script>&amp;\"']]> \ud83d 👩‍👩‍👧‍👦 مرحبا שלום 日本語 _x000D_";
  const tool: Tool = {
    ...claude,
    name: evil,
    company: evil,
    use: evil,
    capabilities: evil,
    notes: evil,
    tags: [evil, ""],
    industry: evil,
    modality: evil,
    version: evil,
    url: 'https://bücher.example/ä b|^`{}"<>',
    releaseNotes: [{ date: evil, url: "file:///etc/passwd" }],
  };
  const deck = await build([
    tool,
    { ...plain, name: "مساعد", use: "كتابة" },
    { ...plain, industry: "Overview" },
  ]);
  expect(slideCount(deck)).toBe(3 + 3 + 3);
  for (const target of links(deck)) expect(target).toMatch(/^https?:\/\/[\w\-.~:/?#@!$&'()*+,;=%]+$/);
  const all = [...deck.parts.values()].join("");
  expect(all.isWellFormed()).toBe(true);
  expect(all).not.toContain("<script>");
  expect(all).toContain('rtl="1"');
});

test("replaces a broken or unsupported picture with a monogram", async () => {
  const images = new Map([
    ["a", { bytes: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), mediaType: "image/svg+xml" }],
    ["b", { bytes: Buffer.from("RIFF....WEBPVP8 "), mediaType: "image/png" }],
  ]);
  const deck = await build(
    [
      { ...plain, logoUrl: "a" },
      { ...plain, logoUrl: "b" },
      { ...plain, logoUrl: "c" },
    ],
    images,
  );
  expect(deck.files.filter((name) => name.startsWith("ppt/media/"))).toEqual([]);
});

test("truncates long text on the slide, with the whole text in the speaker's notes", async () => {
  const capabilities = "It plans, writes and reviews changes. ".repeat(100);
  const name = "Name ".repeat(40).trim();
  const deck = await build([
    { ...claude, name, capabilities, tags: Array.from({ length: 50 }, (_tag, i) => `tag number ${i}`) },
  ]);
  const shown = texts(deck, slideName(5));
  expect(shown.find((text) => text.startsWith("It plans"))).toMatch(/changes\. …$/);
  expect(shown.find((text) => text.startsWith("Name"))).toMatch(/Name…$/);
  expect(shown.find((text) => /^\+\d+ more$/.test(text))).toBeDefined();
  expect(texts(deck, "ppt/notesSlides/notesSlide5.xml").join(" ")).toContain(capabilities.trim());
});

test("limits the file size for a thousand tools in many industries", async () => {
  const tools = Array.from({ length: 1000 }, (_tool, index) => ({
    ...claude,
    id: String(index),
    name: `Tool ${index}`,
    industry: `industry-${index % 30}`,
    modality: ["text", "image", "audio", "video", "multimodal", null][index % 6] ?? null,
  }));
  const bytes = await toolsAsSlides(tools, new Map(), now);
  expect(bytes.byteLength).toBeLessThan(8_000_000);
  const zip = unzipFiles(bytes);
  expect([...zip.keys()].filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name))).toHaveLength(1033);
  const section = zip.get("ppt/slides/slide4.xml")?.toString();
  expect(section).toContain("Industry 0");
});

test("adds a slide of verdicts only if there are any", async () => {
  const blip = {
    toolId: claude.id,
    name: claude.name,
    ring: "adopt",
    from: null,
    sector: "Software Dev",
    modality: "text",
    moved: null,
    isNew: true,
    decidedAt: "2026-05-03T10:00:00.000Z",
    firstDecidedAt: "2026-05-03T10:00:00.000Z",
    reason: "It reads whole contracts.",
  } as const;
  const radar = { asOf: "2026-06-01", first: "2026-05-03", sectors: ["Software Dev"], blips: [blip] };
  const deck = openDeck(await toolsAsSlides([claude], new Map(), now, radar));
  expect(texts(deck, slideName(4))).toEqual(
    expect.arrayContaining(["AI radar", "1 tool as of June 1, 2026", claude.name]),
  );
  const without = openDeck(await toolsAsSlides([claude], new Map(), now, { ...radar, blips: [] }));
  expect(slideCount(without)).toBe(slideCount(deck) - 1);
});

test("shows every field of a tool on its slide or in the notes, and in the Markdown", async () => {
  const tool: Tool = { ...plain, ...newToolSchema.parse(sampleOf(TOOL_FIELDS)) };
  const { parts } = openDeck(await toolsAsSlides([tool], new Map(), now));
  const slides = [...parts].filter(([name]) => /slides\/(?:_rels\/)?slide|notesSlide/.test(name));
  const samples = namesOf(TOOL_FIELDS).map(
    (name) => [name, sampleText(TOOL_FIELDS[name], tool[name])] as const,
  );
  const missingIn = (file: string) => samples.flatMap(([name, text]) => (file.includes(text) ? [] : [name]));
  // The deck contains the picture itself; the Markdown has no speaker's notes.
  expect(missingIn(slides.map(([, xml]) => xml).join("\n"))).toEqual(["logoUrl"]);
  expect(missingIn(toolsAsMarkdown([tool], new Map(), now))).toEqual(["notes"]);
});

test("uses the columns, industries and monogram of the screen", async () => {
  const modalities = ["text", "Code", "music", "image", "speech", "3d", "robotics", null];
  const tools = modalities.map((modality, index) =>
    buildTool({
      id: String(index),
      name: "Stable Diffusion",
      modality,
      industry: index === 0 ? null : "media",
    }),
  );
  const screen = createLandscape(tools);
  const labels = screen.modalities.map(({ label }) => label);
  expect(labels).toEqual(["Text", "Image", "Code", "Music", "Speech", "Other"]);

  const deck = await build(tools);
  const chart = deck.files.find((name) => /^ppt\/charts\/chart\d+\.xml$/.test(name));
  expect(texts(deck, chart ?? "")).toEqual(expect.arrayContaining(labels));
  // Two industries and the headings of their columns. The first cell is empty.
  const heads = screen.modalities.map(({ label, count }) => `${label} · ${count}`);
  const industries = screen.rows.map(({ industry }) => industry.label);
  expect(industries).toEqual(["General", "Media"]);
  expect(texts(deck, slideName(3))).toEqual(expect.arrayContaining([...heads, ...industries]));
  expect(toolsAsMarkdown(tools, new Map(), now)).toContain(`| Industry | ${labels.join(" | ")} | Total |`);

  const image = await build([buildTool({ name: "Stable Diffusion", modality: "image" })]);
  const { initials, tone } = getMonogram({ name: "Stable Diffusion", modality: "image" });
  const slide = image.parts.get(slideName(5)) ?? "";
  expect([initials, tone]).toEqual(["SD", "image"]);
  expect(texts(image, slideName(5))).toContain(initials);
  expect(slide).toContain(`val="${MODALITY_COLOUR[tone].solid}"`);
});
