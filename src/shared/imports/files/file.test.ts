import { parse } from "papaparse";
import { describe, expect, test } from "vitest";

import { columnsOf } from "#shared/imports/column-values.ts";
import { PROMPT_IMPORT } from "#shared/imports/prompts/prompt-import.ts";
import { READING_IMPORT } from "#shared/imports/reading-import.ts";
import type { ImportFormat } from "#shared/imports/request.ts";
import { UnreadableRow } from "#shared/imports/row.ts";
import { TOOL_IMPORT } from "#shared/imports/tool-import.ts";

import { type FileOptions, readRows } from "./file.ts";

function read(format: ImportFormat, content: string, options: FileOptions = {}) {
  const reading = readRows(format, content, parse, options);
  return reading.ok ? reading.rows : reading.message;
}

describe("reading a CSV", () => {
  test.each([",", ";", "\t", "|"])("splits columns at %j", (delimiter) => {
    const content = `name${delimiter}tags\r\nClaude${delimiter}"a, b; c"\r\n`;
    expect(read("csv", content)).toEqual([{ name: "Claude", tags: "a, b; c" }]);
  });

  test("handles a byte order mark, quotes, multi-line cells and empty lines", () => {
    const content = '\uFEFF"name",what\n\n"The ""one""","a\r\n\r\nb"\n,\n';
    expect(read("csv", content)).toEqual([{ name: 'The "one"', what: "a\r\n\r\nb" }]);
  });

  test("skips the separator row of a table in Markdown, and no other", () => {
    const content = "| Name | URL |\n| --- | :---: |\n| Claude | https://a.example |\n| - | - |\n";
    expect(read("csv", content)).toEqual([
      { "Column 1": "", Name: " Claude ", URL: " https://a.example " },
      { "Column 1": "", Name: " - ", URL: " - " },
    ]);
  });

  test("reads a long cell of spaces below a header in one pass", () => {
    expect(read("csv", `| Name | URL |\n|${" ".repeat(500_000)}x|y|\n`)).toHaveLength(1);
  });

  test("distinguishes columns with missing or equal names", () => {
    expect(read("csv", "name,,name,\nClaude,x,y,\n")).toEqual([
      { name: "Claude", "Column 2": "x", "name (column 3)": "y" },
    ]);
  });

  test("treats missing cells at the end as empty, and reports rows with too many", () => {
    const content = "name,company,use\nClaude\nGemini,Google,,\n,xAI\nSora,OpenAI,video,more,\n";
    const rows = readRowsOrThrow(content).map((row) => (row instanceof UnreadableRow ? row.error : row));
    expect(rows).toEqual([
      { name: "Claude", company: "", use: "" },
      { name: "Gemini", company: "Google", use: "" },
      { name: "", company: "xAI", use: "" },
      "Row 4 has 4 cells, but the header has 3 columns",
    ]);
  });

  test.each([
    ["sep=;\nname;url\na, b;https://a.example\n", "a, b"],
    ["\uFEFFsep=;\r\nname;url\r\na, b;https://a.example\r\n", "a, b"],
    ['"sep=,"\nname,url\na; b,https://a.example\n', "a; b"],
    ["SEP=\t\nname\turl\na\thttps://a.example\n", "a"],
    ["sep=|\n\nname|url\na|https://a.example\n", "a"],
    ["sep=^\nname^url\na^https://a.example\n", "a"],
    ["sep=,,\nname,url\na,https://a.example\n", "a"],
  ])("skips a spreadsheet's separator line: %j", (content, name) => {
    expect(read("csv", content, { kind: TOOL_IMPORT })).toEqual([{ name, url: "https://a.example" }]);
  });

  test.each([
    ["a title", "AI tools 2026\n\nName,Company\nClaude,Anthropic\n"],
    ["a title in a wide table", "AI tools 2026,,\n,,\nName,Company,\nClaude,Anthropic,\n"],
    ["facts", "Exported by,Ada\nDate;Nov 1; 2026\nName,Company,URL\nClaude,Anthropic\n"],
    ["a comment with commas", "Tools, models, and agents\nName,Company,URL,Notes\nClaude,Anthropic\n"],
    ["semicolons", "Liste, Stand 1. November\nName;Firma\nClaude;Anthropic\n"],
    ["tabs", "Inventory\n\nTool name\tVendor\nClaude\tAnthropic\n"],
    ["old line breaks", "Inventory\r\rName,Company\rClaude,Anthropic\r"],
  ])("finds the header below %s", (_, content) => {
    const rows = read("csv", content, { kind: TOOL_IMPORT });
    expect(rows).toHaveLength(1);
    expect(Object.values(Object(rows[0])).slice(0, 2)).toEqual(["Claude", "Anthropic"]);
  });

  test.each([
    ["Name\nFoo, Inc.\nBar, Ltd.\n", "Name"],
    ["Tool;Firma\nName;Title\n", "Tool"],
    ["Werkzeug,Firma\nClaude,Anthropic\n", "Werkzeug"],
    ["Werkzeug\nClaude\n", "Werkzeug"],
  ])("uses the first line as the header of %j", (content, column) => {
    const reading = readRows("csv", content, parse, { kind: TOOL_IMPORT });
    expect(reading).toMatchObject({ header: { line: 1, columns: expect.arrayContaining([column]) } });
  });

  test("uses another line as the header on request", () => {
    const content = "sep=,\nname,x\n,\nAlpha,Beta\nClaude,Anthropic\n";
    const reading = readRows("csv", content, parse, { headerLine: 4 });
    expect(reading).toEqual({
      ok: true,
      rows: [{ Alpha: "Claude", Beta: "Anthropic" }],
      header: {
        line: 4,
        columns: ["Alpha", "Beta"],
        choices: [
          { line: 2, cells: ["name", "x"] },
          { line: 3, cells: [] },
          { line: 4, cells: ["Alpha", "Beta"] },
          { line: 5, cells: ["Claude", "Anthropic"] },
        ],
      },
    });
    expect(read("csv", content, { headerLine: 9 })).toMatch(/^Line 9 is empty or after the end/u);
    expect(read("csv", content, { headerLine: 1 })).toMatch(/^Line 1 is empty or after the end/u);
  });

  test("refuses a header with too many columns, for any number of rows", () => {
    const wide = (columns: number, cell: string) => Array.from({ length: columns }, () => cell).join(",");
    expect(read("csv", `${wide(60_000, "a")}\n${wide(60_000, "b")}\n`)).toBe(
      "This file has 60,000 columns; an import accepts at most 1,000. Delete the columns that you don't need, then try again.",
    );
    const [row] = readRowsOrThrow(`${wide(1000, "a")}${",".repeat(5000)}\n${wide(1000, "b")}\n`);
    expect(Object.keys(row ?? {})).toHaveLength(1000);
  });

  test("removes the apostrophe that escapes a formula, once", () => {
    const content = "name,use,tags,notes\n'=1+1,''-x,'＝1,'quoted'\n";
    expect(read("csv", content)).toEqual([{ name: "=1+1", use: "'-x", tags: "＝1", notes: "'quoted'" }]);
  });

  test("reads a formula of a text as that text, unless an export escaped it", () => {
    const content = 'isbn,isbn13,name\n"=""0440238145""","=""""","\'=""x"""\n';
    expect(read("csv", content)).toEqual([{ isbn: "0440238145", isbn13: "", name: '="x"' }]);
  });

  test.each([
    [
      "a workbook",
      "PK\u0003\u0004\u0014\u0000\u0006\u0000\b\u0000[Content_Types].xml",
      /^This isn't a text file\. .+CSV/u,
    ],
    ["bookmarks", "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>Bookmarks</TITLE>", /^This is HTML or XML\./u],
    ["a table in HTML", "<table><tr><td>Name</td></tr></table>", /^This is HTML or XML\./u],
    ["RIS", "TY  - JOUR\nTI  - Emma\nER  - \n", /^This is RIS\./u],
    ["PubMed's format", "\nPMID- 31452104\nTI  - Emma\n", /^This is PubMed's format\. Export BibTeX/u],
    ["EndNote's format", "%0 Book\n%T Emma\n", /^This is EndNote's format\. Export BibTeX/u],
    ["BibTeX", "@book{a,\n  title = {Emma}\n}\n", /^This is BibTeX, .+ as the format bibtex\.$/u],
    ["JSON", '[{"name":"Emma"}]', /^This is JSON\. Import it as JSON/u],
  ])("refuses %s with a way out", (_, content, message) => {
    expect(read("csv", content)).toMatch(message);
  });

  test("accepts names in angle brackets and a stray control character", () => {
    const cells = "x".repeat(200);
    expect(read("csv", `<TICKER>,<PER>\n${cells},\u0000\n`)).toEqual([
      { "<TICKER>": cells, "<PER>": "\u0000" },
    ]);
  });

  test("reports an unclosed quotation mark", () => {
    expect(read("csv", 'name,use\nClaude,"chat\nSora,video\n')).toBe(
      "A quotation mark is never closed; check near row 1",
    );
    expect(read("csv", 'name,"use\nClaude,chat\n')).toBe(
      "A quotation mark is never closed; check the header",
    );
  });

  test("treats a header such as __proto__ as an ordinary column", () => {
    expect(columnsOf(readRowsOrThrow("name,__proto__\nClaude,x\n"))).toEqual(["name", "__proto__"]);
  });
});

function readRowsOrThrow(content: string): unknown[] {
  const rows = read("csv", content);
  if (typeof rows === "string") throw new Error(rows);
  return rows;
}

describe("reading JSON", () => {
  test("accepts a list, or an object that contains one", () => {
    expect(read("json", '\uFEFF[{"name":"Claude"}]')).toEqual([{ name: "Claude" }]);
    expect(read("json", '{"count":1,"by":["x"],"tools":[{"name":"Claude"}]}')).toEqual([{ name: "Claude" }]);
  });

  test("refuses anything else with a message", () => {
    expect(read("json", "name\nClaude")).toMatch(/^This isn't valid JSON: /u);
    expect(read("json", '"Claude"')).toMatch(/^The JSON must be a list/u);
    expect(read("json", " \n")).toBe("There is nothing to import in this file");
  });

  test.each(['{"a":'.repeat(101) + "1" + "}".repeat(101), "[".repeat(2_000_000), `[{"x":${"[".repeat(101)}`])(
    "refuses too deep nesting with a message (%#)",
    (content) => {
      expect(read("json", content)).toBe("This JSON is nested deeper than 100 levels");
    },
  );

  test("ignores brackets in texts", () => {
    expect(read("json", JSON.stringify([{ name: "[".repeat(500) + '\\"{' }]))).toHaveLength(1);
  });

  test.each([
    ['{"name":"A"}\n{"name":"B"}\n', ["A", "B"]],
    ['\uFEFF{"name":"A"}\r\n\r\n{"name":"B"}', ["A", "B"]],
    ['{"name":"A","releaseNotes":[{"date":"2026-01-01"}]}\n', ["A"]],
    ['{"name":"A"},\n{"name":"B"},\n', ["A", "B"]],
    ['{\n  "name": "A"\n}\n{\n  "name": "B" }', ["A", "B"]],
    ['\u001E{"name":"A"}\n\u001E{"name":"B"}\n', ["A", "B"]],
    ['[{"name":"A"}]\n[{"name":"B"}]', ["A", "B"]],
    ['["name","url"]\n["A","https://a.example"]', ["A"]],
  ])("accepts lines of JSON: %j", (content, names) => {
    const rows = read("json", content, { kind: TOOL_IMPORT });
    expect(rows).toMatchObject(names.map((name) => ({ name })));
  });

  test("reports an invalid line of JSON", () => {
    expect(read("json", '{"name":"A"}\n{"name":\n')).toMatch(/^Line 2 isn't valid JSON: /u);
    expect(read("json", '{"name":"A"}\n{"name":"B"}\nthe end')).toMatch(/^Line 3 isn't valid JSON: /u);
  });

  const A = { name: "A", url: "https://a.example" };
  const B = { name: "B", url: "https://b.example" };
  const C = { name: "C", url: "https://c.example" };
  const NAMED = (...names: string[]) => names.map((name) => expect.objectContaining({ name }));
  const SORTED = [
    { ...A, tags: ["Chat"] },
    { ...B, tags: ["Chat"] },
    { ...C, tags: ["Images"] },
  ];
  test.each([
    [
      "categories that hold tools",
      {
        date: "2026",
        categories: [
          { name: "Chat", tools: [A, B] },
          { name: "Images", tools: [C] },
          { name: "Empty", tools: [] },
        ],
      },
      SORTED,
    ],
    [
      "a list of groups",
      [
        { title: "Chat", items: [A, B] },
        { title: "Images", items: [C] },
      ],
      SORTED,
    ],
    [
      "groups of groups beside groups of tools",
      [
        { category: "Chat", children: [A] },
        { category: "AI", children: [{ category: "Images", children: [C] }] },
      ],
      [
        { ...A, tags: ["Chat"] },
        { ...C, tags: ["Images", "AI"] },
      ],
    ],
    [
      "a list of schema.org",
      {
        "@type": "ItemList",
        itemListElement: [
          { "@type": "ListItem", position: 1, item: A },
          { "@type": "ListItem", position: 2, item: B },
        ],
      },
      NAMED("A", "B"),
    ],
    ["lists by category", { Chat: [A, B], Images: [C] }, SORTED],
    ["lists by category inside an object", { categories: { Chat: [A, B], Images: [C] } }, SORTED],
    [
      "groups by key",
      { categories: { x: { title: "Chat", tools: [A, B] }, y: { title: "Images", tools: [C] } } },
      SORTED,
    ],
    [
      "objects by name in categories",
      { Chat: { A: { url: A.url }, B: { url: B.url } }, Images: { C: { url: C.url } } },
      SORTED,
    ],
    [
      "nested categories",
      { sections: [{ name: "AI", subcategories: [{ name: "Chat", tools: [A] }] }] },
      [{ ...A, tags: ["Chat", "AI"] }],
    ],
    [
      "two lists",
      { tools: [{ ...A, categoryId: 1 }], categories: [{ id: 1, name: "Chat" }] },
      [{ ...A, categoryId: 1, tags: ["Chat"] }],
    ],
    [
      "two lists, the other first",
      { categories: [{ id: "x", name: "Chat" }], tools: [{ ...A, category_ids: ["x"] }] },
      [{ ...A, category_ids: ["x"], tags: ["Chat"] }],
    ],
    [
      "groups of what has tags",
      [
        {
          name: "Chat",
          tools: [
            { ...A, tags: "x, y" },
            { ...B, Keywords: ["z"] },
          ],
        },
      ],
      [
        { ...A, tags: ["x", " y", "Chat"] },
        { ...B, Keywords: ["z", "Chat"] },
      ],
    ],
    [
      "lists that refer to others",
      { tools: [{ ...A, companyId: 2 }], companies: [{ id: 2, name: "Acme" }] },
      [{ ...A, companyId: 2, company: "Acme" }],
    ],
    ["lists with other names", { vendors: [{ id: 1, name: "V" }], entries2: [A, B] }, NAMED("A", "B")],
    ["objects by name", { A: { url: A.url }, B: { url: B.url } }, [A, B]],
    ["objects by name beside a date", { updated: "2026", A: { url: A.url }, B: { url: B.url } }, [A, B]],
    ["objects by id", { "17": A, "18": B }, [A, B]],
    ["objects by name inside", { version: 2, tools: { A: { url: A.url }, B: { url: B.url } } }, [A, B]],
    ["data inside data", { status: "ok", data: { total: 2, tools: [A, B] } }, [A, B]],
    [
      "records as a table's API writes them",
      {
        records: [
          { id: "rec1", fields: A },
          { id: "rec2", fields: B },
        ],
      },
      NAMED("A", "B"),
    ],
    ["edges and nodes", { data: { allTools: { edges: [{ node: A }, { node: B }] } } }, [A, B]],
    ["nested groups by key", { Chat: [A], Images: { Photos: [C] } }, [A, { ...C, tags: ["Images"] }]],
    [
      "categories with tools and further categories",
      { categories: [{ name: "AI", subcategories: [{ name: "Chat", tools: [A] }], tools: [B] }] },
      [
        { ...A, tags: ["Chat", "AI"] },
        { ...B, tags: ["AI"] },
      ],
    ],
    [
      "lists that refer to names by id",
      { tools: [{ ...A, category_id: "c" }], categories: { c: "Chat" } },
      [{ ...A, category_id: "c", tags: ["Chat"] }],
    ],
    ["names alone", ["A", "B"], [{ name: "A" }, { name: "B" }]],
    [
      "names by category",
      { Chat: ["A", "B"], Images: ["C"] },
      [
        { name: "A", tags: ["Chat"] },
        { name: "B", tags: ["Chat"] },
        { name: "C", tags: ["Images"] },
      ],
    ],
    ["names in categories", [{ category: "Chat", tools: ["A"] }], [{ name: "A", tags: ["Chat"] }]],
    [
      "a tool with texts in a list",
      [{ ...A, platforms: ["iOS", "Web"] }],
      [{ ...A, platforms: ["iOS", "Web"] }],
    ],
    [
      "addresses by name in categories",
      { AI: { Chat: { A: A.url, B: B.url }, Images: { C: C.url } } },
      SORTED,
    ],
    [
      "a table as a spreadsheet's API writes it",
      {
        range: "A1:B2",
        values: [
          ["name", "url"],
          ["A", A.url],
        ],
      },
      [A],
    ],
    [
      "a board with cards and lists",
      { name: "Board", lists: [{ id: "1", name: "To try" }], cards: [A], labels: [{ id: "2", name: "x" }] },
      NAMED("A"),
    ],
    ["addresses by name", { tools: { A: A.url, B: B.url } }, [A, B]],
    [
      "a table",
      [
        ["name", "url"],
        ["A", A.url],
        ["B", B.url],
      ],
      [A, B],
    ],
    [
      "tools beside a table",
      {
        sizes: [
          ["w", "h"],
          ["1", "2"],
        ],
        tools: [A, B],
      },
      [A, B],
    ],
    ["a table with its columns", { columns: ["name", "url"], rows: [["A", A.url]] }, [A]],
    ["a table by columns", { name: { "0": "A", "1": "B" }, url: { "0": A.url, "1": B.url } }, [A, B]],
    ["one object", A, [A]],
    [
      "an export of our own",
      [{ ...A, releaseNotes: [{ date: "2026-01-01", url: B.url }], verdicts: [{ ring: "adopt" }] }],
      NAMED("A"),
    ],
  ])("%s", (_, value, expected) => {
    expect(read("json", JSON.stringify(value), { kind: TOOL_IMPORT })).toEqual(expected);
  });

  test("reads an object with a list of references as one reading", () => {
    const edition = { title: "Emma", publish_date: "1815", works: [{ key: "/works/1" }] };
    expect(read("json", JSON.stringify(edition), { kind: READING_IMPORT })).toEqual([edition]);
  });

  test("finds readings and prompts among other lists", () => {
    const library = { shelves: [{ id: 1, name: "Read" }], books: [{ title: "Emma", shelfId: 1 }] };
    expect(read("json", JSON.stringify(library), { kind: READING_IMPORT })).toMatchObject([
      { title: "Emma" },
    ]);
    const byTitle = { Emma: { author: "Jane Austen" }, Middlemarch: { author: "George Eliot" } };
    expect(read("json", JSON.stringify(byTitle), { kind: READING_IMPORT })).toMatchObject([
      { title: "Emma", author: "Jane Austen" },
      { title: "Middlemarch" },
    ]);
    const prompts = { tags: [{ name: "x" }], prompts: [{ name: "Poet", prompt: "Write a poem." }] };
    expect(read("json", JSON.stringify(prompts), { kind: PROMPT_IMPORT })).toEqual(prompts.prompts);
  });

  test("collects the columns of all rows", () => {
    expect(columnsOf([{ a: 1 }, null, ["x"], { b: 1, a: 2 }])).toEqual(["a", "b"]);
  });
});
