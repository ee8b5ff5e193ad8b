import { parse } from "papaparse";
import { describe, expect, test } from "vitest";

import { columnsOf } from "./columns.ts";
import { readRows } from "./file.ts";
import type { ImportFormat } from "./request.ts";
import { UnreadableRow } from "./row.ts";

function read(format: ImportFormat, content: string) {
  const reading = readRows(format, content, parse);
  return reading.ok ? reading.rows : reading.message;
}

describe("reading a CSV", () => {
  test.each([",", ";", "\t", "|"])("columns are parted by %j", (delimiter) => {
    const content = `name${delimiter}tags\r\nClaude${delimiter}"a, b; c"\r\n`;
    expect(read("csv", content)).toEqual([{ name: "Claude", tags: "a, b; c" }]);
  });

  test("a byte order mark, quotes, cells of several lines and empty lines are understood", () => {
    const content = '\uFEFF"name",what\n\n"The ""one""","a\r\n\r\nb"\n,\n';
    expect(read("csv", content)).toEqual([{ name: 'The "one"', what: "a\r\n\r\nb" }]);
  });

  test("columns without a name and of the same name are told apart", () => {
    expect(read("csv", "name,,name,\nClaude,x,y,\n")).toEqual([
      { name: "Claude", "Column 2": "x", "name (column 3)": "y" },
    ]);
  });

  test("rows that do not match the header say so, the rest are read", () => {
    const content = "name,company\nClaude\nGemini,Google,,\nSora,OpenAI,more,\nGrok,xAI\n";
    const rows = readRowsOrThrow(content).map((row) => (row instanceof UnreadableRow ? row.error : row));
    expect(rows).toEqual([
      "Row 1 has 1 cell, but the header has 2 columns",
      { name: "Gemini", company: "Google" },
      "Row 3 has 3 cells, but the header has 2 columns",
      { name: "Grok", company: "xAI" },
    ]);
  });

  test("a header of more columns than a table has is refused, however many rows follow", () => {
    const wide = (columns: number, cell: string) => Array.from({ length: columns }, () => cell).join(",");
    expect(read("csv", `${wide(60_000, "a")}\n${wide(60_000, "b")}\n`)).toBe(
      "This file has 60,000 columns; an import takes at most 1,000. Delete the columns that you don't need, then try again.",
    );
    const [row] = readRowsOrThrow(`${wide(1000, "a")}${",".repeat(5000)}\n${wide(1000, "b")}\n`);
    expect(Object.keys(row ?? {})).toHaveLength(1000);
  });

  test("the apostrophe that guards a formula is taken off, once", () => {
    const content = "name,use,tags,notes\n'=1+1,''-x,'＝1,'quoted'\n";
    expect(read("csv", content)).toEqual([{ name: "=1+1", use: "'-x", tags: "＝1", notes: "'quoted'" }]);
  });

  test("a formula that gives a text is that text, unless an export guarded it", () => {
    const content = 'isbn,isbn13,name\n"=""0440238145""","=""""","\'=""x"""\n';
    expect(read("csv", content)).toEqual([{ isbn: "0440238145", isbn13: "", name: '="x"' }]);
  });

  test("a quotation mark that is never closed is named", () => {
    expect(read("csv", 'name,use\nClaude,"chat\nSora,video\n')).toMatch(/^A quotation mark is never closed/u);
  });

  test("a header such as __proto__ is a column like others", () => {
    expect(columnsOf(readRowsOrThrow("name,__proto__\nClaude,x\n"))).toEqual(["name", "__proto__"]);
  });
});

function readRowsOrThrow(content: string): unknown[] {
  const rows = read("csv", content);
  if (typeof rows === "string") throw new Error(rows);
  return rows;
}

describe("reading JSON", () => {
  test("a list, or an object that holds one", () => {
    expect(read("json", '\uFEFF[{"name":"Claude"}]')).toEqual([{ name: "Claude" }]);
    expect(read("json", '{"count":1,"by":["x"],"tools":[{"name":"Claude"}]}')).toEqual([{ name: "Claude" }]);
  });

  test("anything else is refused with a sentence", () => {
    expect(read("json", "name\nClaude")).toMatch(/^This isn't valid JSON: /u);
    expect(read("json", '"Claude"')).toMatch(/^The JSON must be a list/u);
    expect(read("json", '{"a":[{"name":"x"}],"b":[{"name":"y"}]}')).toMatch(/^The JSON must be a list/u);
    expect(read("json", " \n")).toBe("There is nothing to import in this file");
  });

  test("columns are those of all rows", () => {
    expect(columnsOf([{ a: 1 }, null, ["x"], { b: 1, a: 2 }])).toEqual(["a", "b"]);
  });
});
