import { parse } from "papaparse";
import { expect, test } from "vitest";

import type { Tool } from "#shared/tools/tools.ts";
import { type RestClient, restClient, signedUp } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

/** Cells that some spreadsheet runs as a formula, and others. */
const CELLS = [
  '=HYPERLINK("http://evil.example")',
  "+1",
  "-1",
  "@SUM(A1)",
  "＝1+1",
  "＋1",
  "－1",
  "＠SUM(A1)",
  "'=1",
  "'quoted'",
  'a"b,c',
];
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/u;

const LISTS = [
  { path: "/api/ai-tools", newItem: (text: string, name: string) => ({ name, company: text, notes: text }) },
  {
    path: "/api/prompts",
    newItem: (text: string, name: string) => ({ name, prompt: text }),
  },
  {
    path: "/api/readings",
    newItem: (text: string, name: string) => ({ title: name, author: text, notes: text }),
  },
];

async function start() {
  const { app, origin } = await testServer();
  return { app, origin, ada: await signedUp(origin, "ada") };
}

async function addTools(ada: RestClient, names: readonly string[]): Promise<Tool[]> {
  for (const name of names) await ada.call("POST", "/api/ai-tools", { name });
  return (await ada.call("GET", "/api/ai-tools")).body;
}

test.each(LISTS)(
  "E1: no cell of $path begins as a formula, and all are imported unchanged",
  async ({ path, newItem }) => {
    const [source, target] = [await start(), await start()];
    for (const [index, text] of CELLS.entries()) {
      const { status, body } = await source.ada.call("POST", path, newItem(text, `Item ${index}`));
      expect({ text, status, body }).toMatchObject({ status: 201 });
    }
    const { body: content } = await source.ada.call("GET", `${path}/export/csv`);
    const { data, errors } = parse<string[]>(content, { skipEmptyLines: true });
    expect(errors).toEqual([]);
    expect(data.flat().filter((cell) => FORMULA.test(cell))).toEqual([]);

    const imported = await target.ada.call("POST", `${path}/import`, { format: "csv", content });
    expect(imported.body).toMatchObject({ created: CELLS.length, wrong: 0 });
    const told = (items: Record<string, unknown>[]) =>
      items.map(({ name, company, notes, prompt, title, author }) =>
        JSON.stringify({ name, company, notes, prompt, title, author }),
      );
    const [before, after] = [await source.ada.call("GET", path), await target.ada.call("GET", path)];
    expect(new Set(told(after.body))).toEqual(new Set(told(before.body)));
  },
);

test.each([
  ["json", "ai-tools.json", "application/json; charset=utf-8"],
  ["csv", "ai-tools.csv", "text/csv; charset=utf-8"],
  ["markdown", "ai-tools.md", "text/markdown; charset=utf-8"],
  ["slides", "ai-tools.pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"],
])(
  "E2, E4: %s is a file named %s, with any content, and is never cached",
  async (format, fileName, mediaType) => {
    const { ada } = await start();
    await addTools(ada, ['a"; filename="evil.exe', "b\r\nSet-Cookie: a=b"]);
    const { status, headers } = await ada.call("GET", `/api/ai-tools/export/${format}`);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe(mediaType);
    expect(headers.get("content-disposition")).toBe(`attachment; filename="${fileName}"`);
    expect(headers.get("cache-control")).toBe("no-store");
  },
);

test.each(["JSON", "xml", "csv%0d%0aX:1", "..%2fjson", "constructor"])(
  "E2: the format %s is refused",
  async (format) => {
    const { ada } = await start();
    const { status, headers } = await ada.call("GET", `/api/ai-tools/export/${format}`);
    expect(status).toBe(400);
    expect(headers.get("x")).toBeNull();
  },
);

test("E3: selected tools are exported once each, in the order of the list; unknown ids are skipped", async () => {
  const { ada } = await start();
  const [first, second] = await addTools(ada, ["Claude", "Suno", "Udio"]);
  const ids = [second?.id, "' or 1=1 --", first?.id, second?.id]
    .map((id) => encodeURIComponent(id ?? ""))
    .join(",");
  const { body } = await ada.call("GET", `/api/ai-tools/export/json?selectedIds=${ids}`);
  expect(body.map(({ id }: Tool) => id)).toEqual([first?.id, second?.id]);
  const repeated = `selectedIds=${first?.id}&selectedIds=${second?.id}`;
  expect((await ada.call("GET", `/api/ai-tools/export/json?${repeated}`)).body).toHaveLength(2);
  expect((await ada.call("GET", "/api/ai-tools/export/json")).body).toHaveLength(3);
});

test.each(["selectedIds=", "selectedIds=,", "selectedIds=unknown"])("E3: %s is refused", async (query) => {
  const { ada } = await start();
  await addTools(ada, ["Claude"]);
  const { status, body } = await ada.call("GET", `/api/ai-tools/export/json?${query}`);
  expect(status).toBe(400);
  expect(body.message).toBe("No Tools Selected - Please select at least one tool to export.");
});

test("E3: too many ids for an address are sent in a body; too many for both are refused", async () => {
  const { ada } = await start();
  const [tool] = await addTools(ada, ["Claude"]);
  const unknown = (count: number) =>
    Array.from({ length: count }, (_, index) => `${index}`.padStart(36, "0"));
  const exporting = (selectedIds: (string | undefined)[]) =>
    ada.call("POST", "/trpc/exports.tools", { format: "json", selectedIds });
  const { status, body } = await exporting([...unknown(9999), tool?.id]);
  expect(status).toBe(200);
  expect(JSON.parse(body.result.data.content)).toHaveLength(1);
  expect((await exporting(unknown(10_001))).status).toBe(400);
  expect((await exporting(unknown(40_000))).status).toBe(413);
});

test("E4: JSON has the tools in the order of the list, without owners and revisions", async () => {
  const { ada } = await start();
  const list = await addTools(ada, ["Claude", "Suno"]);
  const { body } = await ada.call("GET", "/api/ai-tools/export/json");
  expect(body).toEqual(list.map(({ userId: _userId, revision: _revision, ...told }) => told));
});

test.each(LISTS)(
  "E4: an export of $path contains no account, and visitors get none",
  async ({ path, newItem }) => {
    const { app, origin, ada } = await start();
    await ada.call("POST", path, newItem("text", "One"));
    const [user] = await app.db.selectFrom("users").selectAll().execute();
    for (const format of ["json", "csv"]) {
      const reply = await ada.call("GET", `${path}/export/${format}`);
      const text = typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body);
      expect(text).toContain("text");
      for (const secret of [user?.id, user?.password, "userId", "ownerId", "revision"])
        expect(text).not.toContain(secret);
      // Matched as a word, because an id can contain the same letters.
      expect(text).not.toMatch(/\bada\b/u);
      expect(reply.headers.get("cache-control")).toBe("no-store");
      expect((await restClient(origin).call("GET", `${path}/export/${format}`)).status).toBe(401);
    }
  },
);
