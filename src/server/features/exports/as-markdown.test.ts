import { expect, test } from "vitest";

import type { Tool } from "#shared/tools/tools.ts";
import { pngImage, svgImage } from "#tests/support/images.ts";
import { buildTool } from "#tests/support/stored.ts";

import { toolsAsMarkdown } from "./as-markdown.ts";

const base = buildTool({
  name: "Claude",
  company: "Anthropic",
  capabilities: "Reads.\nWrites.",
  use: "Writing",
  modality: "text",
  logoUrl: "https://example.com/logo.png",
  url: "https://claude.ai/",
  industry: "software-dev",
  tags: ["chat", "long context"],
  releaseNotes: [{ date: "2024-03-04", url: "https://www.anthropic.com/news/claude-3-family" }],
  version: "3",
});
const NONE = new Map();
const now = new Date("2026-11-21T12:00:00Z");

function slidesOf(deck: string): string[] {
  const [, front = "", ...rest] = deck.split(/^---$/m);
  expect(front).toContain("marp: true");
  return rest.map((slide) => slide.trim());
}

test("has a title, the landscape, and a slide for each industry and tool", () => {
  const other = { ...base, id: "2", name: "Suno", modality: "AUDIO", industry: null };
  const third = { ...base, id: "3", name: "Cursor", industry: "Software-Dev", modality: null };
  const slides = slidesOf(toolsAsMarkdown([base, other, third], NONE, now));
  expect(slides).toHaveLength(2 + 2 + 3);
  expect(slides[0]).toContain("November 21, 2026");
  expect(slides[0]).toContain("3 tools · 2 industries");
  expect(slides[1]).toContain("| Industry | Text | Audio | Other | Total |");
  expect(slides[1]).toContain("| General |  | 1 |  | 1 |");
  expect(slides[1]).toContain("| Software Dev | 1 |  | 1 | 2 |");
  expect(slides.map((slide) => /^#+ (.*)$/m.exec(slide)?.[1])).toEqual([
    "AI landscape",
    "Tools by industry and modality",
    "General",
    "Suno",
    "Software Dev",
    "Claude",
    "Cursor",
  ]);
});

test("shows a tool's fields and links on its slide", () => {
  const slide = slidesOf(toolsAsMarkdown([base], NONE, now)).at(-1) ?? "";
  expect(slide).toContain("![h:64](<https://example.com/logo.png>)");
  expect(slide).toContain("Anthropic · 3 · Text · Software Dev");
  expect(slide).toContain("**Use case**\n\nWriting");
  expect(slide).toContain("Reads.\n\nWrites.");
  expect(slide).toContain("**Tags** chat, long context");
  expect(slide).toContain("**Website** [claude.ai](<https://claude.ai/>)");
  expect(slide).toContain("[2024-03-04 anthropic.com](<https://www.anthropic.com/news/claude-3-family>)");
  expect(slide).toContain("Updated Mar 4, 2024");
});

test("prevents user text from breaking the deck or adding HTML, directives, images or scripts", () => {
  const evil = [
    "---",
    "***",
    "# heading",
    "1. list",
    "> quote",
    "<script>alert(1)</script>",
    "<!-- backgroundColor: red -->",
    "![bg](https://evil.example/x.png)",
    "[x](javascript:alert(1))",
    "```js",
    "| a | b |",
    "$x$ :smile: &lt;b&gt;",
  ].join("\n");
  const tool: Tool = {
    ...base,
    name: "--- <img src=x onerror=1> | x",
    company: evil,
    use: evil,
    capabilities: evil,
    industry: "a|b\n---\n<b>",
    modality: "<i>",
    tags: [evil],
    version: evil,
    url: "javascript:alert(1)",
    logoUrl: "javascript:alert(1)",
    releaseNotes: [{ date: evil, url: "javascript:alert(1)" }],
  };
  const deck = toolsAsMarkdown([tool], NONE, now);
  const slides = slidesOf(deck);
  expect(slides).toHaveLength(4);
  const written = slides.join("\n");
  expect(written).not.toContain("<");
  expect(written).not.toMatch(/(^|[^\\])(!|`|\$)/);
  expect(written).not.toMatch(/(^|[^\\])\[/);
  expect(written).not.toMatch(/^(>|\d+[.)]|[-+=_]|\*(?!\*[A-Z]))/m);
  expect(written.match(/^#/gm)).toHaveLength(4);
  expect(written).toContain("&amp;lt;b&amp;gt;");
  expect(
    slides[1]
      ?.split("\n")
      .at(-1)
      ?.match(/(?<!\\)\|/g),
  ).toHaveLength(4);
});

test("truncates very long text", () => {
  const deck = toolsAsMarkdown([{ ...base, capabilities: "many words ".repeat(400) }], NONE, now);
  expect(deck.length).toBeLessThan(2000);
  expect(deck).toMatch(/many…\n/);
});

test("creates an empty deck for an empty catalogue", () => {
  expect(slidesOf(toolsAsMarkdown([], NONE, now))).toHaveLength(2);
});

test("embeds a logo from this server once at the end of the file", () => {
  const png = { bytes: pngImage(2, 3), mediaType: "image/png" };
  const large = { bytes: Buffer.concat([pngImage(2, 3), Buffer.alloc(200_000)]), mediaType: "image/png" };
  const images = new Map([
    ["/brand-logos/claude-color.svg", png],
    ["/public-objects/logos/large.png", large],
    ["/public-objects/logos/a.svg", { bytes: svgImage(), mediaType: "image/svg+xml" }],
  ]);
  const tools = [
    "/brand-logos/claude-color.svg",
    "/brand-logos/claude-color.svg",
    "/public-objects/logos/large.png",
    "/public-objects/logos/a.svg",
    "/public-objects/logos/gone.png",
  ].map((logoUrl, index) => ({ ...base, id: String(index), name: `Tool ${index}`, logoUrl }));
  const deck = toolsAsMarkdown(tools, images, now);
  expect(deck.match(/!\[h:64\]\[logo-1\]/g)).toHaveLength(2);
  expect(deck.match(/!\[/g)).toHaveLength(2);
  expect(deck).toMatch(/\n\n\[logo-1\]: <data:image\/png;base64,[\w+/=]+>\n$/);
});
