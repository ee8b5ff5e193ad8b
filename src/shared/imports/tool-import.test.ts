import { describe, expect, test } from "vitest";

import { guessColumns } from "./request.ts";
import { guessMapping, readRow } from "./row.ts";
import { importRequestSchema, TOOL_IMPORT } from "./tool-import.ts";

const guess = (...headers: string[]) => guessColumns(TOOL_IMPORT.commonHeaders, headers);

describe("guessing the fields of columns", () => {
  test("finds the column of each field by its name", () => {
    const mapping = guess("id", ...TOOL_IMPORT.fields, "dateUpdated");
    expect(mapping).toEqual(Object.fromEntries(TOOL_IMPORT.fields.map((field) => [field, field])));
  });

  test("ignores case, spaces and punctuation", () => {
    expect(guess("Tool Name", "Primary Use-Case", "LOGO_URL", "Release notes")).toEqual({
      name: "Tool Name",
      use: "Primary Use-Case",
      logoUrl: "LOGO_URL",
      releaseNotes: "Release notes",
    });
  });

  test("reads scraped files, and ignores other columns", () => {
    expect(guess("tools_names", "urls", "what_is", "pricing", "tags", "use_cases")).toEqual({
      name: "tools_names",
      url: "urls",
      capabilities: "what_is",
      tags: "tags",
      use: "use_cases",
    });
  });

  test("reads a category as the industry, or as a tag if there is an industry", () => {
    expect(guess("name", "category")).toEqual({ name: "name", industry: "category" });
    expect(guess("name", "category", "sector")).toEqual({
      name: "name",
      industry: "sector",
      tags: "category",
    });
  });

  test("assigns a column to one field, and the first of two equal ones", () => {
    expect(guess("title", "name", "Name", "constructor")).toEqual({ name: "name" });
  });
});

describe("guessing by headers and values", () => {
  const guessRows = (rows: Record<string, unknown>[]) => guessMapping(TOOL_IMPORT, rows);
  const rowsOf = (column: string, values: readonly unknown[]) =>
    values.map((value, index) => ({ name: `Tool ${index}`, [column]: value }));

  test.each([
    "domain",
    "website_link",
    "external_website",
    "Domain Name",
    "AI Tool URL",
    "officialSite",
    "Webseite",
    "where to find it",
  ])("reads %j as the URL, since it contains addresses", (column) => {
    expect(guessRows(rowsOf(column, ["a.example", "https://b.example/x"]))).toEqual({
      name: "name",
      url: column,
    });
  });

  test("ignores a URL header without addresses below it", () => {
    expect(guessRows(rowsOf("domain", ["Healthcare", "Finance"]))).toEqual({ name: "name" });
    expect(guessRows(rowsOf("twitter", ["https://x.com/a", "https://x.com/b"]))).toEqual({ name: "name" });
  });

  test("distinguishes site and logo by headers and values", () => {
    const rows = [1, 2, 3].map((index) => ({
      "AI Tool Name": `Tool ${index}`,
      github_repo: `https://github.com/x/${index}`,
      attachment: `shot.png (https://files.example/${index}.png)`,
      review: "https://reviews.example/",
      "Visit here": `https://tool${index}.example`,
    }));
    expect(guessRows(rows)).toEqual({ name: "AI Tool Name", url: "Visit here", logoUrl: "attachment" });
  });

  test("reads a category with modality values as the modality", () => {
    const values = [
      "Text to Image",
      "image generation",
      "Video",
      "Speech to Text",
      "Chatbots",
      "Text & Audio",
      "SaaS",
    ];
    expect(guessRows(rowsOf("Category", values))).toEqual({ name: "name", modality: "Category" });
    const read = rowsOf("Category", values).map((row) =>
      readRow(TOOL_IMPORT, row, { name: "name", modality: "Category" }),
    );
    expect(read.map((reading) => reading.ok && reading.fields.modality)).toEqual([
      "image",
      "image",
      "video",
      "audio",
      "text",
      "multimodal",
      "saas",
    ]);
  });

  test("reads a category with few values as the industry, and others as tags", () => {
    const few = Array.from({ length: 100 }, (_, index) => `Field ${index % 8}`);
    expect(guessRows(rowsOf("Category", few))).toEqual({ name: "name", industry: "Category" });
    const many = Array.from({ length: 100 }, (_, index) => `Field ${index}`);
    expect(guessRows(rowsOf("Category", many))).toEqual({ name: "name", tags: "Category" });
    expect(guessRows(rowsOf("Category", ["Sales, CRM", "Writing, SEO"]))).toEqual({
      name: "name",
      tags: "Category",
    });
    expect(guessRows(rowsOf("Industry", many))).toEqual({ name: "name", industry: "Industry" });
  });

  test("ignores a type that is not a modality", () => {
    expect(guessRows(rowsOf("type", ["Free", "Paid", "Freemium"]))).toEqual({ name: "name" });
  });

  test("prefers a page's address to that of an API's record", () => {
    const repository = {
      name: "Orca",
      url: "https://api.example/orca",
      html_url: "https://code.example/orca",
      homepage: "",
    };
    expect(guessRows([repository])).toEqual({ name: "name", url: "html_url" });
    const post = { name: "Orca", url: "https://launches.example/orca", website: "https://orca.example" };
    expect(guessRows([post])).toEqual({ name: "name", url: "website" });
  });

  test.each(["#", "✓", " ", "–"])("assigns a column %j to no field", (header) => {
    expect(guess(header, "Name", "Vendor Name")).toEqual({ name: "Name", company: "Vendor Name" });
  });

  test("ignores numbers before headers", () => {
    expect(guess("1. Name", "2. Company", "3) Website")).toEqual({
      name: "1. Name",
      company: "2. Company",
      url: "3) Website",
    });
  });

  test("recognises alternatives and parts in brackets", () => {
    expect(guess("Tool (required)", "Vendor/Maker", "Tags (from Topics)", "My Notes")).toEqual({
      name: "Tool (required)",
      company: "Vendor/Maker",
      tags: "Tags (from Topics)",
      notes: "My Notes",
    });
  });

  test("recognises headers in other languages", () => {
    const row = {
      Bezeichnung: "Claude",
      Hersteller: "Anthropic",
      Beschreibung: "Hilft",
      Catégorie: "Santé",
      Schlagwörter: "a",
    };
    expect(guessRows([row])).toEqual({
      name: "Bezeichnung",
      company: "Hersteller",
      capabilities: "Beschreibung",
      industry: "Catégorie",
      tags: "Schlagwörter",
    });
    expect(guess("Outil", "Société", "Utilisation", "Remarques")).toEqual({
      name: "Outil",
      company: "Société",
      use: "Utilisation",
      notes: "Remarques",
    });
    expect(guess("Werkzeug", "Verwendung", "Fähigkeiten")).toEqual({
      name: "Werkzeug",
      use: "Verwendung",
      capabilities: "Fähigkeiten",
    });
  });
});

describe("an import request", () => {
  const isValid = (request: unknown) => importRequestSchema.safeParse(request).success;

  test("contains rows, or content with its format", () => {
    expect(isValid({ rows: [{ name: "Claude" }] })).toBe(true);
    expect(isValid({ format: "csv", content: "name\nClaude" })).toBe(true);
    expect(isValid({})).toBe(false);
    expect(isValid({ content: "name\nClaude" })).toBe(false);
    expect(isValid({ rows: [], format: "csv", content: "name" })).toBe(false);
  });

  test("maps only fields of a tool", () => {
    expect(isValid({ rows: [], mapping: { name: "Tool" } })).toBe(true);
    expect(isValid({ rows: [], mapping: { userId: "Owner" } })).toBe(false);
  });
});
