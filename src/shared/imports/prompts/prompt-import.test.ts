import { describe, expect, test } from "vitest";

import { guessColumns } from "#shared/imports/request.ts";
import { guessMapping, readRow } from "#shared/imports/row.ts";

import { PROMPT_IMPORT, promptImportRequestSchema } from "./prompt-import.ts";

const guess = (...headers: string[]) => guessColumns(PROMPT_IMPORT.commonHeaders, headers);

function read(row: Record<string, unknown>) {
  const reading = readRow(PROMPT_IMPORT, row, guess(...Object.keys(row)));
  return reading.ok ? reading.fields : reading.message;
}

describe("guessing the fields of columns", () => {
  test("finds the column of each field by its name", () => {
    expect(guess("id", ...PROMPT_IMPORT.fields, "dateUpdated")).toEqual(
      Object.fromEntries(PROMPT_IMPORT.fields.map((field) => [field, field])),
    );
  });

  test("reads a collection of roles to act", () => {
    expect(guess("act", "prompt", "for_devs", "type", "contributor")).toEqual({
      name: "act",
      prompt: "prompt",
      modality: "type",
      promptAuthor: "contributor",
    });
  });

  test("reads a type only if it is a modality", () => {
    const guessRows = (type: string) =>
      guessMapping(PROMPT_IMPORT, [{ name: "Reviewer", prompt: "Review this", type }]);
    expect(guessRows("TEXT")).toMatchObject({ modality: "type" });
    expect(guessRows("ai-command").modality).toBeUndefined();
  });

  test("recognises headers in other languages", () => {
    expect(guess("Titre", "Texte")).toEqual({ name: "Titre", prompt: "Texte" });
    expect(guess("Titel", "Prompt", "Zweck", "Autor", "Notizen", "Mots-clés")).toEqual({
      name: "Titel",
      prompt: "Prompt",
      purpose: "Zweck",
      promptAuthor: "Autor",
      notes: "Notizen",
      tags: "Mots-clés",
    });
  });

  test("recognises many names for titles, texts, authors and categories", () => {
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

  test("maps only fields of a prompt", () => {
    const isValid = (mapping: object) => promptImportRequestSchema.safeParse({ rows: [], mapping }).success;
    expect(isValid({ prompt: "Text" })).toBe(true);
    expect(isValid({ company: "Text" })).toBe(false);
  });
});

describe("reading a row", () => {
  test("requires a name and a text", () => {
    expect(read({ act: "Guide", prompt: " " })).toBe("Prompt is required");
    expect(read({ act: "", prompt: "Act" })).toBe("Prompt name is required");
  });

  test("preserves the lines and spaces of a text, and the case of tags", () => {
    expect(read({ act: " Guide ", prompt: " Act\r\n  now ", tags: "Travel, AI" })).toEqual({
      name: "Guide",
      prompt: " Act\n  now ",
      tags: ["Travel", "AI"],
    });
  });

  test.each([
    ["TEXT", "text-generation"],
    ["Image Generation", "image-generation"],
    ["code-generation", "code-generation"],
    ["STRUCTURED", "structured"],
    ["Other", "other"],
  ])("maps the type %s to the modality %s", (type, modality) => {
    expect(read({ act: "Guide", prompt: "p", type })).toEqual({ name: "Guide", prompt: "p", modality });
  });
});
