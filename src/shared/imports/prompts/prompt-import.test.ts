import { describe, expect, test } from "vitest";

import { guessColumns } from "#shared/imports/request.ts";
import { readRow } from "#shared/imports/row.ts";

import { PROMPT_IMPORT, promptImportRequestSchema } from "./prompt-import.ts";

const guess = (...headers: string[]) => guessColumns(PROMPT_IMPORT.commonHeaders, headers);

function read(row: Record<string, unknown>) {
  const reading = readRow(PROMPT_IMPORT, row, guess(...Object.keys(row)));
  return reading.ok ? reading.fields : reading.message;
}

describe("guessing what columns hold", () => {
  test("every field finds the column of its own name", () => {
    expect(guess("id", ...PROMPT_IMPORT.fields, "dateUpdated")).toEqual(
      Object.fromEntries(PROMPT_IMPORT.fields.map((field) => [field, field])),
    );
  });

  test("a collection of roles to act is understood", () => {
    expect(guess("act", "prompt", "for_devs", "type", "contributor")).toEqual({
      name: "act",
      prompt: "prompt",
      modality: "type",
      promptAuthor: "contributor",
    });
  });

  test("titles, texts, authors and categories have many names", () => {
    expect(guess("Title", "Content", "Author", "Category", "Labels")).toEqual({
      name: "Title",
      prompt: "Content",
      promptAuthor: "Author",
      industry: "Category",
      tags: "Labels",
    });
    expect(guess("name", "text", "category", "industry")).toMatchObject({
      industry: "industry",
      tags: "category",
    });
  });

  test("a mapping names fields of a prompt only", () => {
    const isValid = (mapping: object) => promptImportRequestSchema.safeParse({ rows: [], mapping }).success;
    expect(isValid({ prompt: "Text" })).toBe(true);
    expect(isValid({ company: "Text" })).toBe(false);
  });
});

describe("reading a row", () => {
  test("a row needs a name and a text", () => {
    expect(read({ act: "Guide", prompt: " " })).toBe("Prompt is required");
    expect(read({ act: "", prompt: "Act" })).toBe("Prompt name is required");
  });

  test("the text keeps its lines and spaces, tags keep their case", () => {
    expect(read({ act: " Guide ", prompt: " Act\r\n  now ", tags: "Travel, AI" })).toEqual({
      name: "Guide",
      prompt: " Act\r\n  now ",
      tags: ["Travel", "AI"],
    });
  });

  test.each([
    ["TEXT", "text-generation"],
    ["Image Generation", "image-generation"],
    ["code-generation", "code-generation"],
    ["STRUCTURED", "structured"],
    ["Other", "other"],
  ])("the type %s is the modality %s", (type, modality) => {
    expect(read({ act: "Guide", prompt: "p", type })).toEqual({ name: "Guide", prompt: "p", modality });
  });
});
