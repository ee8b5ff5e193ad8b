import { describe, expect, test } from "vitest";

import { guessColumns } from "./import-request.ts";
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
