import { describe, expect, test } from "vitest";

import { guessColumns, type MappingOf } from "./import-request.ts";
import { nameInRow, readRow } from "./import-row.ts";
import { type ImportField, TOOL_IMPORT } from "./tool-import.ts";

const toolOfRow = (row: unknown, mapping: MappingOf<ImportField>) => readRow(TOOL_IMPORT, row, mapping);

function read(row: Record<string, unknown>) {
  const reading = toolOfRow(row, guessColumns(TOOL_IMPORT.commonHeaders, Object.keys(row)));
  return reading.ok ? reading.fields : reading.message;
}

describe("reading a row", () => {
  test("empty cells say nothing", () => {
    expect(read({ name: " Claude ", company: "", url: null, tags: [], notes: "  " })).toEqual({
      name: "Claude",
    });
  });

  test("a row without a name is wrong", () => {
    expect(read({ name: " ", company: "Anthropic" })).toBe("Tool name is required");
  });

  test("what is no object, or has too many or too few cells, is wrong", () => {
    const issues = [["a", "b"], "Claude", null].map((row) => toolOfRow(row, { name: "name" }));
    expect(issues.every(({ ok }) => !ok)).toBe(true);
  });

  test("every fault names its field", () => {
    expect(read({ name: "x".repeat(201), website: "not an address", tags: "a".repeat(51) })).toBe(
      "Tool name: Use at most 200 characters; URL: Please enter a valid URL; Tags: Use at most 50 characters",
    );
    expect(read({ name: "Claude", company: { name: "Anthropic" } })).toBe(
      "Company: This value cannot be read",
    );
  });

  test("cells such as n/a stay what they are", () => {
    expect(read({ name: "Claude", company: "n/a" })).toEqual({ name: "Claude", company: "n/a" });
  });

  test.each([
    ["Chat, Writing", ["chat", "writing"]],
    ["a, b; c", ["a, b", "c"]],
    ["a|b\nc", ["a|b", "c"]],
    ['["Chat","Code"]', ["chat", "code"]],
    ["['chat', 'code']", ["chat", "code"]],
    [
      ["Chat", 3],
      ["chat", "3"],
    ],
    ["chat, Chat,, ", ["chat"]],
  ])("tags in %j are %j", (cell, tags) => {
    expect(read({ name: "Claude", tags: cell })).toEqual({ name: "Claude", tags });
  });

  test.each([
    ["2026-01-15 https://a.example/1; https://a.example/2", ["2026-01-15", "Undated"]],
    ["Q1; late https://a.example/1;x; 2 May https://a.example/2", ["Q1; late", "2 May"]],
    [
      [{ date: "2026-01-15", url: "https://a.example/1" }, "https://a.example/2"],
      ["2026-01-15", "Undated"],
    ],
  ])("release notes in %j are dated %j", (cell, dates) => {
    const reading = toolOfRow(
      { name: "Claude", releaseNotes: cell },
      { name: "name", releaseNotes: "releaseNotes" },
    );
    expect(reading.ok && reading.fields.releaseNotes?.map(({ date }) => date)).toEqual(dates);
  });

  test("release notes that are no addresses are wrong", () => {
    expect(read({ name: "Claude", releaseNotes: "many fixes" })).toBe(
      "Release notes: This value cannot be read",
    );
  });

  test("industry and modality become the values of options", () => {
    expect(read({ name: "Claude", industry: "Software Dev", type: "Text" })).toEqual({
      name: "Claude",
      industry: "software-dev",
      modality: "text",
    });
  });

  test("an address may lack its beginning", () => {
    expect(read({ name: "Claude", website: "claude.ai/new" })).toMatchObject({
      url: "https://claude.ai/new",
    });
  });

  test("lines are folded, prose keeps its lines, lists become lines", () => {
    expect(read({ name: "Cla\r\nude", description: "One\n\nTwo", use_cases: ["a", "b"] })).toEqual({
      name: "Cla ude",
      capabilities: "One\n\nTwo",
      use: "a\nb",
    });
  });

  test("an own export is taken as it stands", () => {
    const row = { name: "Claude", industry: "Software Dev", tags: "R&D, Lab; LLM" };
    const mapping = Object.fromEntries(TOOL_IMPORT.fields.map((field) => [field, field]));
    expect(toolOfRow(row, mapping)).toEqual({
      ok: true,
      fields: { name: "Claude", industry: "Software Dev", tags: ["R&D, Lab", "LLM"] },
    });
  });

  test("inherited properties are no cells", () => {
    expect(toolOfRow({ name: "Claude" }, { name: "name", company: "constructor" })).toMatchObject({
      fields: { name: "Claude" },
    });
  });

  test("a megabyte in one cell is refused, and does not take for ever", () => {
    const long = `a${" ".repeat(1_000_000)}b`;
    const row = toolOfRow(
      { n: long, r: "x".repeat(1_000_000), u: "a.".repeat(500_000) },
      { name: "n", releaseNotes: "r", url: "u" },
    );
    expect(row.ok).toBe(false);
  });

  test("the name is told even of a wrong row", () => {
    expect(nameInRow({ Tool: "Claude" }, "Tool")).toBe("Claude");
    expect(nameInRow(["Claude"], "Tool")).toBeNull();
  });
});
