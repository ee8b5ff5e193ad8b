import { describe, expect, test } from "vitest";

import { guessColumns } from "./request.ts";
import { guessMapping, readRow } from "./row.ts";
import { importRequestSchema, TOOL_IMPORT } from "./tool-import.ts";

const guess = (...headers: string[]) => guessColumns(TOOL_IMPORT.commonHeaders, headers);

describe("guessing what columns hold", () => {
  test("every field finds the column of its own name", () => {
    const mapping = guess("id", ...TOOL_IMPORT.fields, "dateUpdated");
    expect(mapping).toEqual(Object.fromEntries(TOOL_IMPORT.fields.map((field) => [field, field])));
  });

  test("case, spaces and punctuation do not matter", () => {
    expect(guess("Tool Name", "Primary Use-Case", "LOGO_URL", "Release notes")).toEqual({
      name: "Tool Name",
      use: "Primary Use-Case",
      logoUrl: "LOGO_URL",
      releaseNotes: "Release notes",
    });
  });

  test("scraped files are understood, and what is no field of a tool is left alone", () => {
    expect(guess("tools_names", "urls", "what_is", "pricing", "tags", "use_cases")).toEqual({
      name: "tools_names",
      url: "urls",
      capabilities: "what_is",
      tags: "tags",
      use: "use_cases",
    });
  });

  test("a category is the industry, but a tag where the file names an industry too", () => {
    expect(guess("name", "category")).toEqual({ name: "name", industry: "category" });
    expect(guess("name", "category", "sector")).toEqual({
      name: "name",
      industry: "sector",
      tags: "category",
    });
  });

  test("no column fills two fields, and the first of two alike is taken", () => {
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
  ])("%j is the URL, since it holds addresses", (column) => {
    expect(guessRows(rowsOf(column, ["a.example", "https://b.example/x"]))).toEqual({
      name: "name",
      url: column,
    });
  });

  test("a column of other things is no URL, whatever its header", () => {
    expect(guessRows(rowsOf("domain", ["Healthcare", "Finance"]))).toEqual({ name: "name" });
    expect(guessRows(rowsOf("twitter", ["https://x.com/a", "https://x.com/b"]))).toEqual({ name: "name" });
  });

  test("of several columns of addresses, headers and values tell site and logo apart", () => {
    const rows = [1, 2, 3].map((index) => ({
      "AI Tool Name": `Tool ${index}`,
      github_repo: `https://github.com/x/${index}`,
      attachment: `shot.png (https://files.example/${index}.png)`,
      review: "https://reviews.example/",
      "Visit here": `https://tool${index}.example`,
    }));
    expect(guessRows(rows)).toEqual({ name: "AI Tool Name", url: "Visit here", logoUrl: "attachment" });
  });

  test("a category whose values are modalities is one", () => {
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

  test("a category of few values is the industry, one of a hundred or with lists in it is for tags", () => {
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

  test("a type that is no modality is left alone", () => {
    expect(guessRows(rowsOf("type", ["Free", "Paid", "Freemium"]))).toEqual({ name: "name" });
  });

  test("headers of other languages are known", () => {
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
  });
});

describe("an import request", () => {
  const isValid = (request: unknown) => importRequestSchema.safeParse(request).success;

  test("holds rows, or content with its format", () => {
    expect(isValid({ rows: [{ name: "Claude" }] })).toBe(true);
    expect(isValid({ format: "csv", content: "name\nClaude" })).toBe(true);
    expect(isValid({})).toBe(false);
    expect(isValid({ content: "name\nClaude" })).toBe(false);
    expect(isValid({ rows: [], format: "csv", content: "name" })).toBe(false);
  });

  test("maps fields of a tool only", () => {
    expect(isValid({ rows: [], mapping: { name: "Tool" } })).toBe(true);
    expect(isValid({ rows: [], mapping: { userId: "Owner" } })).toBe(false);
  });
});
