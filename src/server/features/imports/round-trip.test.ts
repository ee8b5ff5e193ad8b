import * as fc from "fast-check";
import { expect, test } from "vitest";

import { toolsAsText } from "#server/features/exports/tool-export.data.ts";
import { writeAsText } from "#server/kernel/exports/text-writers.ts";
import { parseFileRows } from "#server/kernel/imports/read-rows.ts";
import { TOOL_IMPORT } from "#shared/imports/tool-import.ts";
import { sortReleaseNotes } from "#shared/tools/release-note-list.ts";
import { newToolSchema, type Tool } from "#shared/tools/tools.ts";
import { readImport, filledFields } from "#tests/support/round-trip.ts";

const nasty = fc.constantFrom(
  "=1+1",
  "'=x",
  "''@y",
  "- a\n- b",
  '"',
  "a;b",
  "a, b",
  "é 😀",
  "\ttab",
  "null",
  "[x]",
  "\r\nz",
  "'",
);
const text = fc.oneof(nasty, fc.string({ unit: "binary", maxLength: 30 }));
// Tags are joined with "; ", so a tag with that text is not preserved in a CSV.
const tag = text.filter((value) => !value.includes(";"));
const note = fc.record({ date: text, url: fc.webUrl({ withQueryParameters: true }) });

/** Storable tools: anything that the schema of a new tool allows. */
const storedTool = fc
  .record({
    name: text,
    company: fc.option(text),
    url: fc.option(fc.webUrl()),
    use: fc.option(text),
    capabilities: fc.option(text),
    modality: fc.option(text),
    industry: fc.option(text),
    tags: fc.array(tag, { maxLength: 4 }),
    logoUrl: fc.option(fc.constantFrom("/public-objects/logos/a.png", "https://a.example/l.svg?x=1")),
    notes: fc.option(text),
    releaseNotes: fc.array(note, { maxLength: 3 }),
    version: fc.option(text),
  })
  .map((tool) => newToolSchema.safeParse(tool).data)
  .filter((tool) => tool !== undefined)
  .map((tool): Tool => ({
    ...tool,
    releaseNotes: sortReleaseNotes(tool.releaseNotes),
    id: "1",
    userId: "1",
    dateUpdated: "2026-11-21T10:00:00.000Z",
    revision: 1,
  }));

test.each(["json", "csv"] as const)("imports an export as %s unchanged", (format) => {
  fc.assert(
    fc.property(fc.array(storedTool, { minLength: 1, maxLength: 3 }), (tools) => {
      const rows = parseFileRows(format, writeAsText(toolsAsText, format, tools));
      expect(readImport(TOOL_IMPORT, rows)).toEqual(tools.map((stored) => filledFields(TOOL_IMPORT, stored)));
    }),
    { numRuns: 500 },
  );
});
