import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { MAX_IMPORT_ROWS } from "#shared/imports/request.ts";
import type { Tool } from "#shared/tools/tools.ts";
import { buildPerson } from "#tests/support/people.ts";
import { unzipFiles } from "#tests/support/read-deck.ts";
import { restClient, type RestClient } from "#tests/support/rest-client.ts";
import { type TestApp, testServer } from "#tests/support/test-app.ts";

interface Desk {
  app: TestApp;
  userId: string;
  call: RestClient["call"];
  /** A request whose body or reply is not JSON. */
  send(
    path: string,
    init?: { method: string; body: Uint8Array<ArrayBuffer>; headers: Record<string, string> },
  ): Promise<Response>;
  list(): Promise<Tool[]>;
  importing(body: object): ReturnType<RestClient["call"]>;
}

/** A server and a signed-in person. */
async function desk(): Promise<Desk> {
  const { app, origin } = await testServer();
  const { user, cookie } = await buildPerson(app, "ada");
  const client = restClient(origin);
  const call: RestClient["call"] = (method, path, body) => client.call(method, path, body, { cookie });
  return {
    app,
    userId: user.id,
    call,
    send: (path, init) => fetch(new URL(path, origin), { ...init, headers: { ...init?.headers, cookie } }),
    list: async () => (await call("GET", "/api/ai-tools")).body,
    importing: (body) => call("POST", "/api/ai-tools/import", body),
  };
}

const countsOf = ({ created, updated, skipped, wrong }: Record<string, number>) => [
  created,
  updated,
  skipped,
  wrong,
];

const VARIED = [
  {
    name: "Claude",
    company: "Anthropic",
    url: "https://claude.ai/",
    tags: ["chat", "R&D, lab"],
    version: "4",
  },
  { name: '=HYPERLINK("http://x")', company: "+1", capabilities: '- one\n- two\r\n"three"', use: "'quoted'" },
  {
    name: "Claude",
    company: null,
    industry: "software-dev",
    modality: "Speech To Text",
    notes: "\tindented; a,b",
  },
  {
    name: "Zażółć 😀",
    logoUrl: "/public-objects/logos/a.png",
    releaseNotes: [
      { date: "2026-02-01", url: "https://a.example/2" },
      { date: "some day; perhaps", url: "https://a.example/1?a=b;c" },
    ],
  },
];

async function fill({ app, call }: Desk): Promise<void> {
  for (const tool of VARIED) {
    app.advance(1000);
    expect((await call("POST", "/api/ai-tools", tool)).status).toBe(201);
  }
}

const fieldsOf = ({ id: _id, userId: _userId, revision: _revision, dateUpdated: _date, ...fields }: Tool) =>
  fields;

describe("exporting", () => {
  test("the deck shows the uploaded logo of a tool", async () => {
    const ada = await desk();
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    const { body } = await ada.call("POST", "/api/logos/upload", { fileExtension: "png" });
    const headers = { "content-type": "image/png" };
    const upload = await ada.send(body.uploadURL, { method: "PUT", body: png, headers });
    expect(upload.status).toBe(200);
    const file = new URL(body.uploadURL).pathname.split("/").at(-1);
    await ada.call("POST", "/api/ai-tools", { name: "Claude", logoUrl: `/public-objects/logos/${file}` });
    const deck = await ada.send("/api/ai-tools/export/slides");
    const files = [...unzipFiles(await deck.arrayBuffer())];
    const pictures = files.filter(([name]) => name.startsWith("ppt/media/"));
    expect(pictures.some(([, bytes]) => bytes.equals(png))).toBe(true);
    const overview = await ada.send("/api/ai-tools/export/slides?deck=overview");
    expect(overview.headers.get("content-disposition")).toContain("ai-tools-overview.pptx");
    expect((await ada.call("GET", "/api/ai-tools/export/slides?deck=all")).status).toBe(400);
  });

  test("an empty catalogue is exported as an empty file of every format", async () => {
    const ada = await desk();
    expect((await ada.call("GET", "/api/ai-tools/export/json")).body).toEqual([]);
    for (const format of ["csv", "slides", "markdown"]) {
      expect((await ada.call("GET", `/api/ai-tools/export/${format}`)).status).toBe(200);
    }
  });
});

describe("importing", () => {
  test.each(["json", "csv"])("restores an exported catalogue from %s", async (format) => {
    const [source, target] = [await desk(), await desk()];
    await fill(source);
    const content = await (await source.send(`/api/ai-tools/export/${format}`)).text();

    const { body } = await target.importing({ format, content });
    expect(countsOf(body)).toEqual([VARIED.length, 0, 0, 0]);
    expect((await target.list()).map(fieldsOf)).toEqual((await source.list()).map(fieldsOf));

    const again = await target.importing({ format, content });
    expect(countsOf(again.body)).toEqual([0, 0, VARIED.length, 0]);
    expect(again.body.rows[0].message).toBe("No changes");
  });

  test("updates the tool with the row's name and company", async () => {
    const ada = await desk();
    await ada.call("POST", "/api/ai-tools", {
      name: "Claude",
      company: "Anthropic",
      use: "Chat",
      notes: "Ours",
    });
    const content = "Tool;Company;Use case;Notes;Price\nCLAUDE;  anthropic ;Coding;;free\n";
    const { body } = await ada.importing({ format: "csv", content });
    expect(countsOf(body)).toEqual([0, 1, 0, 0]);
    expect(body.rows[0].message).toBe("Changes: Primary use case");
    expect(body.unusedColumns).toEqual(["Price"]);
    const [tool] = await ada.list();
    expect(tool).toMatchObject({
      name: "Claude",
      company: "Anthropic",
      use: "Coding",
      notes: "Ours",
      revision: 2,
    });
  });

  test("matches a row without a company to the only tool with its name, or the one without a company", async () => {
    const ada = await desk();
    await ada.importing({ rows: [{ name: "Claude", company: "Anthropic" }] });
    expect(countsOf((await ada.importing({ rows: [{ name: "Claude", use: "Chat" }] })).body)).toEqual([
      0, 1, 0, 0,
    ]);
    await ada.importing({ rows: [{ name: "Claude", company: "Somebody" }] });
    expect(countsOf((await ada.importing({ rows: [{ name: "Claude", use: "Code" }] })).body)).toEqual([
      1, 0, 0, 0,
    ]);
    expect(countsOf((await ada.importing({ rows: [{ name: "Claude", use: "Else" }] })).body)).toEqual([
      0, 1, 0, 0,
    ]);
    const uses = (await ada.list()).map(({ company, use }) => [company, use]);
    expect(uses.toSorted(([a], [b]) => (a ?? "").localeCompare(b ?? ""))).toEqual([
      [null, "Else"],
      ["Anthropic", "Chat"],
      ["Somebody", null],
    ]);
  });

  test("matches a company with another legal form, unless the file has both", async () => {
    const ada = await desk();
    await ada.importing({ rows: [{ name: "Sora", company: "OpenAI" }] });
    const rows = [{ name: "Sora", company: "OpenAI, Inc.", use: "Video" }];
    expect(countsOf((await ada.importing({ rows })).body)).toEqual([0, 1, 0, 0]);
    expect(await ada.list()).toMatchObject([{ company: "OpenAI", use: "Video" }]);
    const both = [...rows, { name: "Sora", company: "OpenAI" }];
    expect(countsOf((await ada.importing({ rows: both })).body)).toEqual([1, 0, 1, 0]);
    expect(countsOf((await ada.importing({ rows: both })).body)).toEqual([0, 0, 2, 0]);
  });

  test("matches later rows against earlier ones", async () => {
    const ada = await desk();
    const rows = [
      { name: "Claude", use: "a" },
      { name: "claude ", notes: "b" },
      { name: "Claude", use: "a" },
    ];
    const { body } = await ada.importing({ rows });
    expect(body.rows.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      "created",
      "updated",
      "skipped",
    ]);
    expect(await ada.list()).toMatchObject([
      { name: "Claude", use: "a", notes: "b", revision: 1, userId: ada.userId },
    ]);
  });

  test("distinguishes rows with one name by company or address, and matches them again", async () => {
    const ada = await desk();
    const rows = [
      { name: "Scout", url: "https://scout.example" },
      { name: "scout", url: "https://other.example/" },
      { name: "Scout", url: "http://www.scout.example/" },
      { name: "Scout", company: "Ranger", url: "https://ranger.example" },
      { name: "Alone" },
    ];
    const { body } = await ada.importing({ rows });
    expect(countsOf(body)).toEqual([4, 1, 0, 0]);
    expect(body.sameNames).toEqual([{ name: "Scout", rows: [1, 2, 3, 4], merged: false }]);
    const again = await ada.importing({ rows: [rows[0], rows[1], rows[3]] });
    expect(countsOf(again.body)).toEqual([0, 1, 2, 0]);
    expect(await ada.list()).toHaveLength(4);
  });

  test("skips a row with the same content as an earlier one", async () => {
    const ada = await desk();
    const row = { name: "Scout", url: "https://scout.example" };
    const { body } = await ada.importing({ rows: [row, row] });
    expect(countsOf(body)).toEqual([1, 0, 1, 0]);
    expect(body.rows[1].message).toBe("Same as an earlier row");
    expect(body.sameNames).toEqual([]);
  });

  test("updates the address of the only tool with its name and company", async () => {
    const ada = await desk();
    await ada.importing({ rows: [{ name: "Scout", company: "Ranger", url: "https://old.example" }] });
    const { body } = await ada.importing({
      rows: [{ name: "Scout", company: "Ranger", url: "https://new.example" }],
    });
    expect(body.rows[0].message).toBe("Changes: URL");
    expect(await ada.list()).toMatchObject([{ url: "https://new.example" }]);
  });

  test.each([["all"], [["scout"]]])("merges rows with one name on request: %j", async (mergeNames) => {
    const ada = await desk();
    const rows = [
      { name: "Scout", url: "https://scout.example", notes: "first" },
      { name: "Scout", company: "Ranger", url: "https://other.example", notes: "second", use: "Looks" },
    ];
    const { body } = await ada.importing({ rows, mergeNames });
    expect(countsOf(body)).toEqual([1, 1, 0, 0]);
    expect(body.sameNames).toEqual([{ name: "Scout", rows: [1, 2], merged: true }]);
    expect(await ada.list()).toMatchObject([
      { name: "Scout", url: "https://scout.example", notes: "first", use: "Looks" },
    ]);
  });

  test("imports two thousand rows with one name as fast as others", async () => {
    const ada = await desk();
    const rows = Array.from({ length: MAX_IMPORT_ROWS }, (_, index) => ({
      name: "Scout",
      company: `Company ${index}`,
      url: `https://a${index}.example`,
    }));
    expect(countsOf((await ada.importing({ rows })).body)).toEqual([2000, 0, 0, 0]);
    expect(countsOf((await ada.importing({ rows })).body)).toEqual([0, 0, 2000, 0]);
  });

  test("reports rows without a name, and imports the rest", async () => {
    const ada = await desk();
    const rows = [{ name: "", url: "claude.ai" }, 5, ["x", "y"], { name: "Sora" }];
    const { body } = await ada.importing({ rows });
    expect(countsOf(body)).toEqual([1, 0, 0, 3]);
    expect(body.rows[0]).toEqual({
      row: 1,
      name: null,
      outcome: "wrong",
      id: null,
      message: "Tool name is required",
      notes: [],
    });
    expect((await ada.list()).map(({ name }) => name)).toEqual(["Sora"]);
  });

  test("imports a row without its invalid field, and counts the reasons in the report", async () => {
    const ada = await desk();
    const category = "a category of far more than fifty characters, as files have";
    const rows = [
      { name: "Claude", url: "nowhere", category: category.replace(",", "") },
      { name: "Sora", url: "https://sora.example", category: category.replace(",", "") },
      { name: "Suno", url: "[site](https://suno.example)", category: "Media" },
    ];
    for (const dryRun of [true, false]) {
      const { body } = await ada.importing({ rows, dryRun });
      expect(countsOf(body)).toEqual([3, 0, 0, 0]);
      expect(body.notes).toEqual([
        {
          field: "industry",
          kind: "omitted",
          message: "Industry left out: longer than 50 characters",
          count: 2,
        },
        { field: "url", kind: "omitted", message: "URL left out: not a web address", count: 1 },
      ]);
      expect(body.rows[0].notes[0]).toMatchObject({ field: "url", value: "nowhere" });
      expect(body.rows[2].notes).toEqual([]);
    }
    const stored = (await ada.list()).map(({ name, url, industry }) => [name, url, industry]);
    expect(stored).toEqual([
      ["Claude", null, null],
      ["Sora", "https://sora.example", null],
      ["Suno", "https://suno.example", "media"],
    ]);
  });

  test("reports the same in a dry run, and changes nothing", async () => {
    const ada = await desk();
    await ada.importing({ rows: [{ name: "Claude" }] });
    const rows = [
      { name: "Claude", use: "Chat" },
      { name: "Sora" },
      { name: "Sora", use: "Video" },
      { name: " " },
    ];
    const dry = (await ada.importing({ rows, dryRun: true })).body;
    expect((await ada.list()).map(({ name, use }) => [name, use])).toEqual([["Claude", null]]);
    expect(dry.rows[1].id).toBeNull();
    const real = (await ada.importing({ rows })).body;
    const withoutIds = (report: typeof real) =>
      report.rows.map(({ id: _id, ...row }: { id: string | null }) => row);
    expect(withoutIds(dry)).toEqual(withoutIds(real));
    expect(countsOf(dry)).toEqual(countsOf(real));
  });

  test("prefers a manual mapping to the guess", async () => {
    const ada = await desk();
    const rows = [{ name: "ignored", Werkzeug: "Claude", price: "20 $" }];
    const { body } = await ada.importing({ rows, mapping: { name: "Werkzeug", notes: "price" } });
    expect(body.unusedColumns).toEqual(["name"]);
    expect(await ada.list()).toMatchObject([{ name: "Claude", notes: "20 $" }]);
  });

  test("imports complete tables of other programs", async () => {
    const ada = await desk();
    const contents = [
      "Name,Company,URL,Notes\nShort One,Acme\nShort Two\n",
      "sep=;\nName;Company\nSeparated;Acme\n",
      "Our tools,,\nAs of,May 2026,\nName,Company,URL\nBelow a Title,Acme,\n",
    ];
    for (const content of contents) {
      const { status, body } = await ada.importing({ format: "csv", content });
      expect([status, body.wrong]).toEqual([200, 0]);
    }
    const chosen = { format: "csv", content: "Name,x\nTool,y\nChosen,z\n", headerLine: 2 };
    expect((await ada.importing(chosen)).body).toMatchObject({ created: 1, unusedColumns: ["y"] });
    const lists = { categories: [{ name: "Chat", tools: [{ name: "Nested" }] }] };
    await ada.importing({ format: "json", content: JSON.stringify(lists) });
    await ada.importing({ format: "json", content: '{"name":"Line One"}\n{"name":"Line Two"}\n' });
    const tools: { name: string; tags: string[] }[] = await ada.list();
    expect(tools.map(({ name }) => name).toSorted()).toEqual(
      [
        "Short One",
        "Short Two",
        "Separated",
        "Below a Title",
        "Chosen",
        "Nested",
        "Line One",
        "Line Two",
      ].toSorted(),
    );
    expect(tools.find(({ name }) => name === "Nested")?.tags).toEqual(["chat"]);
  });

  test.each([
    [{}, "Send either rows, or content with its format"],
    [{ rows: [] }, "There are no rows to import"],
    [{ format: "csv", content: "name,url\n" }, "There are no rows to import"],
    [
      { format: "json", content: '[{"id":"a","owned_by":"b"}]' },
      "Couldn't find the column with the tool names. Choose one. The objects have: id, owned_by.",
    ],
    [
      { format: "csv", content: "a,b\n1,2\n" },
      "Couldn't find the column with the tool names. Choose one. The header was read as: a, b. If another line has the column names, send its number as headerLine; if none has, add such a line.",
    ],
    [
      { format: "csv", content: "name,b\n1,2\nx,y\n", headerLine: 2 },
      "Couldn't find the column with the tool names. Choose one. Line 2 has the columns: 1, 2.",
    ],
    [{ format: "csv", content: "name\nA\n", headerLine: 7 }, "Line 7 is empty or after the end of this file"],
    [
      { format: "csv", content: "name\nA,B\nC,D\n" },
      "No row can be read. Row 1 has 2 cells, but the header has 1 column.",
    ],
    [
      { format: "json", content: '{"a":'.repeat(20_000) + "1" + "}".repeat(20_000) },
      "This JSON is nested deeper than 100 levels",
    ],
    [{ format: "json", content: "[".repeat(100_000) }, "This JSON is nested deeper than 100 levels"],
    [
      { format: "csv", content: "name\n".repeat(MAX_IMPORT_ROWS + 2) },
      "This file has 2001 rows; one call accepts 2000.",
    ],
    [{ rows: Array.from({ length: MAX_IMPORT_ROWS + 1 }, () => ({})) }, "Send at most 2000 rows in one call"],
    [{ format: "json", content: "{}" }, "The JSON must be a list"],
    [{ format: "xml", content: "<x/>" }, "Format must be one of json, csv"],
  ])("refuses an invalid import with a message (%#)", async (request, sentence) => {
    const ada = await desk();
    const { status, body } = await ada.importing(request);
    expect(status).toBe(400);
    expect(body.message).toContain(sentence);
  });

  test("refuses a body over 1 MB with a remedy that works", async () => {
    const ada = await desk();
    const rows = Array.from({ length: 60 }, (_, index) => ({
      name: `Tool ${index}`,
      notes: "n".repeat(20_000),
    }));
    const whole = await ada.importing({ rows });
    expect(whole.status).toBe(413);
    expect(whole.body.message).toBe(
      "The request body is larger than 1 MB. Send the rows in batches of at most 2,000 rows and 1 MB. To import a file of any size, use the command line: stackloop import FILE",
    );
    expect((await ada.importing({ rows: rows.slice(0, 30) })).body.created).toBe(30);
    expect((await ada.importing({ rows: rows.slice(30) })).body.created).toBe(30);
  });

  test("adds the starter catalogue once, and leaves existing tools unchanged", async () => {
    const ada = await desk();
    await ada.call("POST", "/api/ai-tools", { name: "chatgpt", notes: "Ours" });
    const first = (await ada.call("POST", "/api/ai-tools/starter-catalogue")).body;
    expect(first.created).toBeGreaterThanOrEqual(120);
    expect(countsOf(first)).toEqual([first.created, 0, 1, 0]);
    const second = (await ada.call("POST", "/api/ai-tools/starter-catalogue")).body;
    expect(countsOf(second)).toEqual([0, 0, first.created + 1, 0]);
    expect((await ada.list()).find(({ name }) => name === "chatgpt")).toMatchObject({
      use: null,
      notes: "Ours",
    });
  });

  test("creates and updates two thousand rows, in one call each", async () => {
    const ada = await desk();
    const rowsWith = (use: string) =>
      Array.from({ length: MAX_IMPORT_ROWS }, (_, index) => ({
        name: `Tool ${index}`,
        use,
        tags: "a, b",
        notes: "n".repeat(200),
      }));
    expect(countsOf((await ada.importing({ rows: rowsWith("a") })).body)).toEqual([2000, 0, 0, 0]);
    expect(countsOf((await ada.importing({ rows: rowsWith("b") })).body)).toEqual([0, 2000, 0, 0]);
  });
});

const catalogues = join(import.meta.dirname, "../../../shared/fixtures/open/05-catalogue");

// Only runs if the collection of recorded files is next to the project.
describe.each(existsSync(catalogues) ? ["catalogues that people publish"] : [])("%s", () => {
  test.each([
    ["autoventure-449.csv", 449, ["pricing", "review_url", "slug"]],
    ["autoventure-449.json", 449, ["slug", "category_id", "pricing", "review_url"]],
    ["topai-504.csv", 504, ["pricing"]],
  ])("%s is imported completely", async (file, count, unusedColumns) => {
    const ada = await desk();
    const content = readFileSync(join(catalogues, file), "utf8");
    const { body } = await ada.importing({ format: file.split(".")[1], content });
    expect(countsOf(body)).toEqual([count, 0, 0, 0]);
    expect(body.unusedColumns).toEqual(unusedColumns);
    expect(await ada.list()).toHaveLength(count);
  });
});
