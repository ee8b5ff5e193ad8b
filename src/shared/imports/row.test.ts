import { describe, expect, test } from "vitest";

import type { ToolField } from "#shared/fields/tool-fields.ts";

import { guessColumns, type MappingOf } from "./request.ts";
import { nameInRow, readRow } from "./row.ts";
import { TOOL_IMPORT } from "./tool-import.ts";

const toolOfRow = (row: unknown, mapping: MappingOf<ToolField>) => readRow(TOOL_IMPORT, row, mapping);

const readingOf = (row: Record<string, unknown>) =>
  toolOfRow(row, guessColumns(TOOL_IMPORT.commonHeaders, Object.keys(row)));

function read(row: Record<string, unknown>) {
  const reading = readingOf(row);
  return reading.ok ? reading.fields : reading.message;
}

/** Returns the values of a row except its name, and the notes on it. */
function adjusted(row: Record<string, unknown>) {
  const reading = readingOf({ name: "Claude", ...row });
  if (!reading.ok) throw new Error(reading.message);
  const { name: _name, ...fields } = reading.fields;
  return [fields, reading.notes.map(({ message }) => message)];
}

describe("reading a row", () => {
  test("ignores empty cells", () => {
    expect(read({ name: " Claude ", company: "", url: null, tags: [], notes: "  " })).toEqual({
      name: "Claude",
    });
  });

  test("requires a name", () => {
    expect(read({ name: " ", company: "Anthropic" })).toBe("Tool name is required");
  });

  test("requires an object", () => {
    const issues = [["a", "b"], "Claude", null].map((row) => toolOfRow(row, { name: "name" }));
    expect(issues.every(({ ok }) => !ok)).toBe(true);
  });

  test("leaves cells such as n/a unchanged", () => {
    expect(read({ name: "Claude", company: "n/a" })).toEqual({ name: "Claude", company: "n/a" });
  });

  test.each([
    ["Chat, Writing", ["chat", "writing"]],
    ["a, b; c", ["a, b", "c"]],
    ["a|b\nc", ["a|b", "c"]],
    ["a,\nb;", ["a", "b"]],
    ['["Chat","Code"]', ["chat", "code"]],
    ["['chat', 'code']", ["chat", "code"]],
    [
      ["Chat", 3],
      ["chat", "3"],
    ],
    ["chat, Chat,, ", ["chat"]],
  ])("reads tags in %j as %j", (cell, tags) => {
    expect(read({ name: "Claude", tags: cell })).toEqual({ name: "Claude", tags });
  });

  test.each([
    ["2026-01-15 https://a.example/1; https://a.example/2", ["2026-01-15", "Undated"]],
    ["Q1; late https://a.example/1;x; 2 May https://a.example/2", ["Q1; late", "2 May"]],
    [
      [{ date: "2026-01-15", url: "https://a.example/1" }, "https://a.example/2"],
      ["2026-01-15", "Undated"],
    ],
  ])("dates release notes in %j as %j", (cell, dates) => {
    const reading = toolOfRow(
      { name: "Claude", releaseNotes: cell },
      { name: "name", releaseNotes: "releaseNotes" },
    );
    expect(reading.ok && reading.fields.releaseNotes?.map(({ date }) => date)).toEqual(dates);
  });

  test("converts industry and modality to option values", () => {
    expect(read({ name: "Claude", industry: "Software Dev", type: "Text" })).toEqual({
      name: "Claude",
      industry: "software-dev",
      modality: "text",
    });
  });

  test("completes an address without a scheme", () => {
    expect(read({ name: "Claude", website: "claude.ai/new" })).toMatchObject({
      url: "https://claude.ai/new",
    });
  });

  test("folds single lines, and preserves lines of prose and lists", () => {
    expect(read({ name: "Cla\r\nude", description: "One\n\nTwo", use_cases: ["a", "b"] })).toEqual({
      name: "Cla ude",
      capabilities: "One\n\nTwo",
      use: "a\nb",
    });
  });

  test("accepts its own export unchanged", () => {
    const row = { name: "Claude", industry: "Software Dev", tags: "R&D, Lab; LLM" };
    const mapping = Object.fromEntries(TOOL_IMPORT.fields.map((field) => [field, field]));
    expect(toolOfRow(row, mapping)).toEqual({
      ok: true,
      fields: { name: "Claude", industry: "Software Dev", tags: ["r&d, lab", "llm"] },
      notes: [],
    });
  });

  test("ignores inherited properties", () => {
    expect(toolOfRow({ name: "Claude" }, { name: "name", company: "constructor" })).toMatchObject({
      fields: { name: "Claude" },
    });
  });

  test("includes the name of an invalid row", () => {
    expect(nameInRow({ Tool: "Claude" }, "Tool")).toBe("Claude");
    expect(nameInRow(["Claude"], "Tool")).toBeNull();
  });
});

describe("an invalid field", () => {
  test("is omitted with the reason and its text, and the row stays", () => {
    const category = "Artificial intelligence assistants for the modern workplace";
    const row = { name: "Claude", website: "ask us", category, logo: "img/claude.png", company: { id: 7 } };
    expect(readingOf(row)).toEqual({
      ok: true,
      fields: { name: "Claude" },
      notes: [
        { field: "company", kind: "omitted", message: "Company left out: not text", value: '{"id":7}' },
        { field: "url", kind: "omitted", message: "URL left out: not a web address", value: "ask us" },
        {
          field: "industry",
          kind: "omitted",
          message: "Industry left out: longer than 50 characters",
          value: category,
        },
        expect.objectContaining({ field: "logoUrl", kind: "omitted", value: "img/claude.png" }),
      ],
    });
  });

  test("is truncated at a word if its beginning is useful", () => {
    const words = "word ".repeat(1000);
    const reading = readingOf({
      name: "long name ".repeat(30),
      description: words,
      notes: "😀".repeat(20_001),
    });
    if (!reading.ok) throw new Error(reading.message);
    const { name, capabilities, notes } = reading.fields;
    expect(name).toMatch(/^long name .* (?:long|name)…$/u);
    expect(name.length).toBeLessThanOrEqual(200);
    expect(capabilities).toMatch(/ word…$/u);
    expect(Array.from(notes ?? "")).toHaveLength(20_000);
    expect(reading.notes.map(({ kind, message }) => [kind, message])).toEqual([
      ["cut", "Tool name cut: longer than 200 characters"],
      ["cut", "Capabilities cut: longer than 4,000 characters"],
      ["cut", "Notes cut: longer than 20,000 characters"],
    ]);
  });

  test("loses control characters and lone surrogates", () => {
    expect(adjusted({ notes: "a\u0000b\nc\uD800" })).toEqual([
      { notes: "ab\nc\uFFFD" },
      ["Notes cleaned: removed control characters and broken symbols"],
    ]);
  });

  test.each([
    ["logo.png (https://files.example/a(1).png)", "https://files.example/a(1).png"],
    ["[site](https://a.example/x)", "https://a.example/x"],
    ["![logo](https://a.example/x.png)", "https://a.example/x.png"],
    ["<https://a.example/x?y=1>", "https://a.example/x?y=1"],
    ["//cdn.example/x.png", "https://cdn.example/x.png"],
    ["cdn.example/x.png", "https://cdn.example/x.png"],
    [[{ id: "att1", url: "https://a.example/x.png", filename: "x.png" }], "https://a.example/x.png"],
    ["https://web.example/2020/https://a.example/", "https://web.example/2020/https://a.example/"],
  ])("finds an address in %j", (logo, logoUrl) => {
    expect(adjusted({ logo })).toEqual([{ logoUrl }, []]);
  });

  test.each([
    "https://a.example/, https://b.example",
    "https://a.example/\nhttps://b.example",
    "a.png (https://a.example/),b.png (https://b.example)",
  ])("selects the first valid of several addresses: %j", (logo) => {
    expect(adjusted({ logo })).toEqual([
      { logoUrl: "https://a.example/" },
      ["Logo partly imported: the first of several addresses"],
    ]);
  });

  test.each([
    "logo.png",
    "not an address",
    "data:image/png;base64,AAAA",
    "javascript:alert(1)",
    "me@a.example",
  ])("finds no address in %j", (logo) => {
    expect(adjusted({ logo })).toEqual([{}, ["Logo left out: not a web address"]]);
  });

  test("splits or drops tags that are too long, and limits their number", () => {
    const long = "chat, write, read, draw, sing, dance, jump, run, sleep";
    expect(adjusted({ tags: `${long}; ai` })).toEqual([
      { tags: [...long.split(", "), "ai"] },
      ["Tags split: longer than 50 characters"],
    ]);
    expect(adjusted({ tags: ["a".repeat(51), "AI"] })).toEqual([
      { tags: ["ai"] },
      ["Tags partly left out: longer than 50 characters"],
    ]);
    const [fields, notes] = adjusted({ tags: Array.from({ length: 60 }, (_, index) => index) });
    expect(fields).toEqual({ tags: Array.from({ length: 50 }, (_, index) => String(index)) });
    expect(notes).toEqual(["Tags cut: more than 50"]);
  });

  test("reads the first of several industries, and release notes with an address", () => {
    expect(adjusted({ industry: ["Finance", "Education"] })).toEqual([
      { industry: "finance" },
      ["Industry partly imported: the first of several values"],
    ]);
    expect(adjusted({ industry: "Marketing, Sales, Productivity, Development, Writing and Design" })).toEqual(
      [{ industry: "marketing" }, ["Industry partly imported: the first of several values"]],
    );
    expect(adjusted({ releaseNotes: "2026 https://a.example/1; and many fixes" })).toEqual([
      { releaseNotes: [{ date: "2026", url: "https://a.example/1" }] },
      ["Release notes partly left out: not a web address"],
    ]);
    expect(adjusted({ releaseNotes: "many fixes" })).toEqual([
      {},
      ["Release notes left out: not a web address"],
    ]);
  });

  test("reads linked records by their names", () => {
    expect(
      adjusted({ company: { id: 1, name: "Anthropic" }, tags: [{ name: "AI" }, { label: "Chat" }] }),
    ).toEqual([{ company: "Anthropic", tags: ["ai", "chat"] }, []]);
  });

  test.each([
    { edges: [{ node: { name: "AI" } }, { node: { name: "Chat" } }] },
    { nodes: [{ id: "1", name: "AI" }, { name: "Chat" }] },
    {
      data: [
        { id: 1, attributes: { name: "AI" } },
        { id: 2, attributes: { name: "Chat" } },
      ],
    },
    { nodes: [{ categoryName: "AI" }, { category_name: "Chat" }] },
    { id: "x", type: "multi_select", multi_select: [{ name: "AI" }, { name: "Chat" }] },
  ])("reads values in an API's wrappers: %j", (tags) => {
    const company = { type: "rich_text", rich_text: [{ type: "text", plain_text: "Anthropic" }] };
    expect(adjusted({ tags, company })).toEqual([{ company: "Anthropic", tags: ["ai", "chat"] }, []]);
  });

  test("reports nested values without a name", () => {
    expect(adjusted({ tags: { data: { data: { id: 1 } } } })).toEqual([{}, ["Tags left out: not text"]]);
  });

  test("handles a megabyte in one cell in time", () => {
    const million = 1_000_000;
    const cells = [
      `a${" ".repeat(million)}b`,
      "x".repeat(million),
      "a.".repeat(million / 2),
      "(https://".repeat(100_000),
      ",;".repeat(million / 2),
      `https://a.example/${"...".repeat(300_000)}x y`,
    ];
    for (const cell of cells) {
      const mapping = Object.fromEntries(TOOL_IMPORT.fields.map((field) => [field, "cell"]));
      expect(toolOfRow({ cell }, mapping).ok).toBe(true);
    }
  });
});
