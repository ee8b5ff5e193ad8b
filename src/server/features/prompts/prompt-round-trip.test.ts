import * as fc from "fast-check";
import { expect, test } from "vitest";

import { writeAsText } from "#server/kernel/exports/text-writers.ts";
import { parseFileRows } from "#server/kernel/imports/read-rows.ts";
import { PROMPT_IMPORT } from "#shared/imports/prompts/prompt-import.ts";
import { newPromptSchema, type Prompt } from "#shared/prompts/prompts.ts";
import { readImport, filledFields } from "#tests/support/round-trip.ts";

import { promptsAsText } from "./prompts.data.ts";

const nasty = fc.constantFrom(
  "=1+1",
  "'=x",
  "- a\r\n- b",
  '"',
  "{{a:b}}",
  "a, b",
  "é 😀",
  "\ttab ",
  "[x]",
  "'",
);
const text = fc.oneof(nasty, fc.string({ unit: "binary", maxLength: 30 }));
// Tags are joined with "; ", so a tag with that text is not preserved in a CSV.
const tag = text.filter((value) => !value.includes(";"));

/** Storable prompts: anything that the schema of a new prompt allows. */
const storedPrompt = fc
  .record({
    name: text,
    prompt: text,
    purpose: fc.option(text),
    promptAuthor: fc.option(text),
    modality: fc.option(text),
    industry: fc.option(text),
    tags: fc.array(tag, { maxLength: 4 }),
    exampleImageUrl: fc.option(fc.constantFrom("/public-objects/logos/a.png", "https://a.example/l.svg?x=1")),
    notes: fc.option(text),
  })
  .map((prompt) => newPromptSchema.safeParse(prompt).data)
  .filter((prompt) => prompt !== undefined)
  .map((prompt): Prompt => ({
    ...prompt,
    id: "1",
    userId: "1",
    dateUpdated: "2026-11-21T10:00:00.000Z",
    revision: 1,
  }));

test.each(["json", "csv"] as const)("imports an export as %s unchanged", (format) => {
  fc.assert(
    fc.property(fc.array(storedPrompt, { minLength: 1, maxLength: 3 }), (prompts) => {
      const rows = parseFileRows(format, writeAsText(promptsAsText, format, prompts));
      expect(readImport(PROMPT_IMPORT, rows)).toEqual(
        prompts.map((stored) => filledFields(PROMPT_IMPORT, stored)),
      );
    }),
    { numRuns: 500 },
  );
});
