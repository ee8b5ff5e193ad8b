import { parse } from "papaparse";
import { expect, test } from "vitest";

import { writeAsText } from "#server/kernel/exports/text-writers.ts";
import type { Tool } from "#shared/tools/tools.ts";
import { buildTool } from "#tests/support/stored.ts";

import { toolsAsText } from "./tool-export.data.ts";

const plain = buildTool();

/** A strict parser of RFC 4180: CRLF between records, quotes only around whole fields. */
function readStrictly(text: string): string[][] {
  const records: string[][] = [[]];
  let at = 0;
  while (at < text.length) {
    const match = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
    match.lastIndex = at;
    const found = match.exec(text);
    if (!found) throw new Error(`Not RFC 4180 at ${at}: ${JSON.stringify(text.slice(at, at + 40))}`);
    records.at(-1)?.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? "");
    at = match.lastIndex;
    if (found[3] === "\r\n" && at < text.length) records.push([]);
  }
  return records;
}

test("starts with a byte order mark and the columns, and ends each row with CRLF", () => {
  const text = writeAsText(toolsAsText, "csv", [plain]);
  expect(text.startsWith("\uFEFFname,company,url,modality,industry,logoUrl,use,capabilities,tags,")).toBe(
    true,
  );
  expect(text.split("\r\n")[0]).toMatch(/releaseNotes,notes,version,dateUpdated$/);
  expect(text.endsWith("\r\n")).toBe(true);
});

test("returns every value from a strict parser, with any characters", () => {
  const tool: Tool = {
    ...plain,
    name: 'a"b,c\nd',
    company: " Müller & Söhne ",
    use: "line one\r\nline two",
    capabilities: "🚀 مرحبا; 日本",
    url: "https://example.com/?a=1,2",
    tags: ["chat", "long context"],
    releaseNotes: [
      { date: "2024-02-01", url: "https://example.com/2" },
      { date: "2024-01-01", url: "https://example.com/1" },
    ],
    version: "v1",
  };
  const [header = [], row = [], ...more] = readStrictly(writeAsText(toolsAsText, "csv", [tool]).slice(1));
  expect(more).toEqual([]);
  expect(Object.fromEntries(header.map((name, index) => [name, row[index]]))).toEqual({
    name: tool.name,
    company: tool.company,
    url: tool.url,
    use: tool.use,
    capabilities: tool.capabilities,
    modality: "",
    industry: "",
    tags: "chat; long context",
    logoUrl: "",
    notes: "",
    releaseNotes: "2024-02-01 https://example.com/2; 2024-01-01 https://example.com/1",
    version: "v1",
    dateUpdated: "2024-03-04T10:00:00.000Z",
  });
});

test.each(['=HYPERLINK("http://EVIL")', "+1", "-1", "@x", "\t=1", "\r=1", "\n=1", "\u0000=1", "=1\n+2"])(
  "escapes a cell that begins like a formula: %j",
  (dangerous) => {
    const tool: Tool = { ...plain, name: dangerous, notes: dangerous, tags: [dangerous], version: dangerous };
    const cells = readStrictly(writeAsText(toolsAsText, "csv", [tool]).slice(1))
      .slice(1)
      .flat();
    expect(cells.filter((cell) => cell === `'${dangerous}`)).toHaveLength(4);
    // eslint-disable-next-line no-control-regex -- the very characters that must not begin a cell
    for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r\n\u0000]/);
  },
);

test("has the same number of rows in a spreadsheet library", () => {
  const tools = Array.from({ length: 50 }, (_tool, index) => ({ ...plain, name: `Tool "${index}",\n` }));
  const { data, errors } = parse<string[]>(writeAsText(toolsAsText, "csv", tools).slice(1), {
    skipEmptyLines: true,
  });
  expect(errors).toEqual([]);
  expect(data).toHaveLength(51);
});

test("exports an indented JSON array of tools, without their owner and revision", () => {
  const tools = [{ ...plain, name: 'a"b\n🚀', tags: ["x"] }, plain];
  const text = writeAsText(toolsAsText, "json", tools);
  expect(JSON.parse(text)).toEqual(tools.map(({ userId: _userId, revision: _revision, ...told }) => told));
  expect(text).toMatch(/^\[\n {2}\{\n {4}"id": "1",\n/);
  expect(JSON.parse(writeAsText(toolsAsText, "json", []))).toEqual([]);
});
