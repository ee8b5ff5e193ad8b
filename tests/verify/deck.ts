/** Builds a deck of tools and one of a brief, converts them to pages with LibreOffice, and prints their location. */
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { briefAsSlides } from "#server/features/briefs/brief-as-slides.ts";
import { toolsAsSlides } from "#server/features/exports/as-slides.ts";
import { moveDirection, radarSectors } from "#shared/verdicts/radar.ts";
import { RINGS } from "#shared/verdicts/rings.ts";
import type { Blip, Radar } from "#shared/verdicts/verdicts.ts";
import { exampleBrief } from "#tests/support/brief-example.ts";
import { rgbaImage } from "#tests/support/images.ts";
import { buildTool } from "#tests/support/stored.ts";

import { findProgram, isRoot, run } from "./debian-programs.ts";

const PACKAGES = ["libreoffice-impress", "poppler-utils", "fonts-liberation"];
/** Title, chart, table and radar come before the industries. */
const OVERVIEW_SLIDES = 4;
/** Title, radar and sources of a brief. */
const BESIDE_SECTIONS = 3;
const TODAY = new Date("2026-06-01T12:00:00Z");
/** Enough for a crowded cell of the radar. */
const DECIDED_TOOLS = 40;

function installPrograms(): boolean {
  if (["soffice", "pdftoppm"].every((name) => findProgram(name) !== undefined)) return true;
  if (!isRoot() || findProgram("apt-get") === undefined) {
    console.log(`Not checked: install ${PACKAGES.join(", ")} to see the slide deck as pictures.`);
    return false;
  }
  console.log(`Installing ${PACKAGES.join(", ")} (needed to see the slide deck as pictures) …`);
  run("apt-get", ["update"]);
  run("apt-get", ["install", "-y", "--no-install-recommends", ...PACKAGES]);
  console.log("Installed.");
  return true;
}

/** A logo: a ring of one colour on a transparent ground. */
function drawLogo(
  width: number,
  height: number,
  [red, green, blue]: readonly [number, number, number],
): Buffer {
  const rows = Array.from({ length: height }, (_row, y) => {
    const row = Buffer.alloc(1 + width * 4);
    for (let x = 0; x < width; x += 1) {
      const distance = Math.hypot((x + 0.5) / width - 0.5, (y + 0.5) / height - 0.5);
      const isInk = distance < 0.5 && distance > 0.24;
      row.set([red, green, blue, isInk ? 255 : 0], 1 + x * 4);
    }
    return row;
  });
  return rgbaImage(width, height, Buffer.concat(rows));
}

const LONG_TEXT =
  "Plans, writes, reviews and tests changes across a whole repository, and explains each of them in plain words. ".repeat(
    30,
  );

const TOOLS = [
  buildTool({
    name: "ChatGPT",
    company: "OpenAI",
    version: "GPT-4o",
    url: "https://chatgpt.com/",
    modality: "multimodal",
    logoUrl: "/logo/chatgpt",
    use: "General assistant for writing, analysis, coding and research.",
    capabilities:
      "Holds conversations over text, images, files and voice. Browses the web, runs code in a sandbox, draws pictures and remembers preferences. Teams share custom assistants and connect their own documents.",
    tags: ["assistant", "chat", "research", "writing", "voice"],
    releaseNotes: [
      { date: "2024-05-13", url: "https://openai.com/index/hello-gpt-4o/" },
      { date: "2024-02-13", url: "https://help.openai.com/en/articles/6825453-chatgpt-release-notes" },
      { date: "2023-11-06", url: "https://openai.com/blog/new-models" },
      { date: "2023-09-25", url: "https://openai.com/blog/chatgpt-can-now-see-hear-and-speak" },
    ],
    notes: "Enterprise plan under review.",
  }),
  buildTool({
    name: "Claude",
    company: "Anthropic",
    version: "3 Opus",
    url: "https://claude.ai",
    modality: "Text",
    logoUrl: "/logo/claude",
    industry: "general",
    use: "Careful long-document analysis, writing and coding.",
    capabilities:
      "Reads documents of hundreds of pages, answers with quotes, writes and edits code, and follows detailed instructions.",
    tags: ["assistant", "long context"],
    releaseNotes: [{ date: "2024-03-04", url: "https://www.anthropic.com/news/claude-3-family" }],
  }),
  buildTool({
    name: "GitHub Copilot",
    company: "GitHub",
    url: "https://github.com/features/copilot",
    modality: "text",
    industry: "software-dev",
    logoUrl: "/logo/copilot",
    use: "Code completion and chat in the editor.",
    capabilities: LONG_TEXT,
    tags: "code,completion,ide,pair programming,review,agents,tests,documentation,refactoring,security scanning,pull requests,command line,explanations,enterprise".split(
      ",",
    ),
  }),
  buildTool({
    name: "Cursor",
    company: "Anysphere",
    url: "https://cursor.com",
    modality: "Text",
    industry: "Software-Dev",
    use: "An editor built around AI.",
    capabilities:
      "Edits many files at once from one instruction.\nSearches the code base by meaning.\nRuns commands and reads their output.",
    tags: ["code", "editor"],
  }),
  buildTool({
    name: "Midjourney",
    company: "Midjourney, Inc.",
    version: "v6",
    url: "https://www.midjourney.com",
    modality: "image",
    industry: "creative",
    logoUrl: "/logo/midjourney",
    use: "Concept art, mood boards and illustrations.",
    capabilities: "Text-to-image with strong aesthetics, style references, inpainting and upscaling.",
    tags: ["art", "text-to-image", "design"],
  }),
  buildTool({
    name: "Runway",
    company: "Runway AI",
    version: "Gen-2",
    url: "https://runwayml.com",
    modality: "video",
    industry: "media",
    logoUrl: "/logo/runway",
    use: "Video from text, images or other video.",
    capabilities: "Generates short clips, removes backgrounds, tracks motion and extends frames.",
    tags: ["video", "editing"],
  }),
  buildTool({
    name: "ElevenLabs",
    company: "ElevenLabs",
    url: "https://elevenlabs.io",
    modality: "audio",
    industry: "media",
    use: "Lifelike voices for narration and dubbing.",
    capabilities: "Text to speech in 29 languages, voice cloning, dubbing and sound effects.",
    tags: ["voice", "speech", "dubbing"],
  }),
  buildTool({
    name: "Suno",
    company: "Suno, Inc.",
    url: "https://suno.com",
    modality: "audio",
    industry: "creative",
    use: "Songs from a sentence.",
    tags: ["music"],
  }),
  buildTool({
    name: "Khanmigo",
    company: "Khan Academy",
    modality: "text",
    industry: "education",
    url: "https://www.khanmigo.ai",
  }),
  buildTool({
    name: "AlphaFold",
    company: "Google DeepMind",
    version: "3",
    url: "https://alphafoldserver.com",
    modality: "3d-structures",
    industry: "healthcare",
    capabilities: "Predicts how proteins, DNA, RNA and small molecules fold and bind.",
    tags: ["biology", "proteins"],
  }),
  buildTool({
    name: "The Extraordinarily Long-Named Enterprise Knowledge Companion for Regulated Financial Institutions, Insurers and Auditors (Community Preview)",
    company: "A Company with a Name of Considerable Length, Subsidiary of Another Company GmbH & Co. KG",
    version: "2024.3.1-preview",
    url: "https://a-very-long-host-name.example.com/products/knowledge-companion/community-preview/overview.html",
    modality: "text",
    industry: "finance",
    use: LONG_TEXT,
    capabilities: LONG_TEXT,
    tags: ["a tag that is as long as a tag may be, fifty long!!", "kyc"],
    releaseNotes: [
      { date: "Spring of the year 2024", url: "https://a-very-long-host-name.example.com/news" },
    ],
  }),
  buildTool({
    name: "مساعد الكتابة العربي ✍️",
    company: "شركة النصوص",
    modality: "text",
    industry: "marketing",
    use: "كتابة الإعلانات والمقالات باللغة العربية وتحريرها وتلخيصها.",
    capabilities:
      '🚀 Drafts <b>campaigns</b> & "slogans" in Arabic, 中文 and 日本語 — 日本語の長い文章も自動的に折り返して表示されます。',
    tags: ["العربية", "نسخ", "日本語"],
  }),
  buildTool({ name: "Bare" }),
];

const { sectors, sectorOf } = radarSectors(TOOLS);

/** Repeats the tools, so that every ring and sector has some. */
function buildRadar(): Radar {
  const blips = Array.from({ length: DECIDED_TOOLS }, (_blip, index): Blip => {
    const tool = TOOLS[index % TOOLS.length] ?? buildTool();
    const ring = RINGS[index % RINGS.length] ?? "hold";
    const from = index % 3 === 0 ? "assess" : null;
    const decidedAt = `2026-05-${String(1 + (index % 28)).padStart(2, "0")}T10:00:00.000Z`;
    return {
      toolId: String(index),
      name: index < TOOLS.length ? tool.name : `${tool.name} ${index}`,
      ring,
      from,
      sector: sectorOf(tool),
      modality: tool.modality,
      moved: moveDirection(from, ring),
      isNew: index % 3 === 1,
      decidedAt,
      firstDecidedAt: decidedAt,
      reason: "Two teams use it, and nobody wants to go back.",
    };
  });
  return { asOf: "2026-06-01", first: "2026-05-01", sectors, blips };
}

const LOGOS = new Map(
  (
    [
      ["/logo/chatgpt", 128, 128, [16, 163, 127]],
      ["/logo/claude", 128, 128, [217, 119, 87]],
      ["/logo/copilot", 240, 120, [36, 41, 47]],
      ["/logo/midjourney", 90, 160, [30, 58, 138]],
      ["/logo/runway", 320, 80, [0, 0, 0]],
    ] as const
  ).map(([address, width, height, colour]) => [
    address,
    { bytes: drawLogo(width, height, colour), mediaType: "image/png" },
  ]),
);

/** Converts a deck to pages, and returns their number. */
function countPages(folder: string, name: string, deck: Uint8Array): number {
  const file = join(folder, `${name}.pptx`);
  writeFileSync(file, deck);
  const profile = `-env:UserInstallation=file://${join(folder, "profile")}`;
  run("soffice", [profile, "--headless", "--convert-to", "pdf", "--outdir", folder, file]);
  run("pdftoppm", ["-png", "-r", "80", join(folder, `${name}.pdf`), join(folder, name)]);
  return readdirSync(folder).filter((page) => page.startsWith(name) && page.endsWith(".png")).length;
}

if (installPrograms()) {
  const folder = mkdtempSync(join(tmpdir(), "stackloop-deck-"));
  const radar = buildRadar();
  const industries = new Set(TOOLS.map(({ industry }) => industry?.toLowerCase() ?? "general")).size;
  const brief = exampleBrief();
  const decks = [
    {
      name: "ai-tools",
      deck: await toolsAsSlides(TOOLS, LOGOS, TODAY, radar),
      expected: OVERVIEW_SLIDES + industries + TOOLS.length,
    },
    {
      name: "brief",
      deck: await briefAsSlides({ document: brief, radar, origin: "https://stackloop.example.com" }),
      expected: brief.sections.length + BESIDE_SECTIONS,
    },
  ];
  for (const { name, deck, expected } of decks) {
    const pages = countPages(folder, name, deck);
    if (pages !== expected)
      throw new Error(`${name}.pptx has ${pages} pages instead of ${expected}: see ${folder}`);
    console.log(`${name}.pptx opens in LibreOffice, ${pages} pages. Look at them in ${folder}`);
  }
}
