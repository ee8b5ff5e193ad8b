import { parse } from "papaparse";
import { expect, test } from "vitest";

import { addComment } from "#server/features/comments/comments.service.ts";
import { importTools } from "#server/features/imports/import.service.ts";
import { addReading } from "#server/features/readings/readings.service.ts";
import { addTool, editTool, removeTool } from "#server/features/tools/tools.service.ts";
import { undoImport } from "#server/kernel/imports/import-undo.service.ts";
import { recordEvents } from "#server/kernel/ledger/ledger.service.ts";
import { personName } from "#shared/accounts/user-rules.ts";
import type { User } from "#shared/accounts/users.ts";
import { importRequestSchema } from "#shared/imports/tool-import.ts";
import { type ActivityLine, MAX_EXPORTED_EVENTS } from "#shared/kernel/activity.ts";
import { eventText } from "#shared/kernel/event-words.ts";
import { newReadingSchema } from "#shared/readings/readings.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { copyRow } from "#tests/support/copied-rows.ts";
import { buildPerson } from "#tests/support/people.ts";
import { restClient } from "#tests/support/rest-client.ts";
import { type TestApp, testServer } from "#tests/support/test-app.ts";
import { THOROUGH_ON_SERVER } from "#tests/support/thorough.ts";

type Query = Record<string, string>;

const DAY = 86_400_000;

async function start() {
  const { app, origin } = await testServer();
  const ada = await buildPerson(app, "ada", "admin");
  const { user: grace } = await buildPerson(app, "grace");
  const ask = (path: string, query: Query = {}) => {
    const address = `${path}?${new URLSearchParams(query).toString()}`;
    return restClient(origin).call("GET", address, undefined, { cookie: ada.cookie });
  };
  const list = async (query?: Query): Promise<ActivityLine[]> => {
    const { status, body } = await ask("/api/activity", query);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body;
  };
  return { app, ada: ada.user, grace, ask, list };
}

const inWords = (lines: readonly ActivityLine[]) =>
  lines.map((line) => `${personName(line.actor)} ${eventText(line)}`);

const importRows = (app: TestApp, by: User, importId: string, names: readonly string[]) =>
  recordEvents(
    app,
    app.db,
    names.map((title) => ({
      actorId: by.id,
      verb: "added",
      kind: "tool",
      itemId: title,
      title,
      detail: { import: importId },
    })),
  );

const papersFound = (app: TestApp) =>
  recordEvents(app, app.db, [
    {
      actorId: null,
      verb: "fetched",
      kind: "paper",
      itemId: "run",
      title: "41 papers",
      detail: { count: 41 },
    },
  ]);

test("lists who did what for an admin, latest first", async () => {
  const { app, ada, grace, list } = await start();
  const tool = await addTool(app, ada, newToolSchema.parse({ name: "Cursor" }));
  await editTool(app, grace, { id: tool.id, notes: "Good", tags: ["code"] });
  await papersFound(app);
  expect(inWords(await list())).toEqual([
    "StackLoop found 41 papers",
    "grace changed the tool Cursor: Tags, Notes",
    "ada added the tool Cursor",
  ]);
});

test("merges consecutive events of one import in one line", async () => {
  const { app, ada, grace, list } = await start();
  await importTools(app, grace, importRequestSchema.parse({ rows: [{ name: "Atlas" }, { name: "Beacon" }] }));
  await importRows(app, ada, "one", ["a", "b", "c"]);
  await importRows(app, ada, "two", ["d"]);
  await importRows(app, ada, "one", ["e", "f"]);
  expect(inWords(await list())).toEqual([
    "ada imported 2 tools",
    "ada imported the tool d",
    "ada imported 3 tools",
    "grace imported 2 tools",
  ]);
});

test("merges the undo of an import in one line, too", async () => {
  const { app, ada, list } = await start();
  const tool = await addTool(app, ada, newToolSchema.parse({ name: "Atlas" }));
  const rows = [{ name: "Atlas", notes: "new" }, { name: "Beacon" }];
  const { importId } = await importTools(app, ada, importRequestSchema.parse({ rows }));
  expect(await undoImport(app, ada, { importId: importId ?? "" })).toMatchObject({ deleted: 1, restored: 1 });
  expect(inWords(await list())).toEqual([
    "ada undid an import of 2 tools",
    "ada imported 2 tools",
    `ada added the tool ${tool.name}`,
  ]);
});

test("filters by person, kind and time", async () => {
  const { app, ada, grace, list } = await start();
  await addTool(app, ada, newToolSchema.parse({ name: "Cursor" }));
  app.advance(DAY);
  const from = app.now().toISOString();
  const reading = await addReading(app, grace, newReadingSchema.parse({ title: "Emma", author: "Austen" }));
  await addComment(app, ada, { readingId: reading.id, parentId: null, content: "Good" });
  app.advance(DAY);
  const to = app.now().toISOString();
  await papersFound(app);
  const [papers, comment, emma, cursor] = [
    "StackLoop found 41 papers",
    "ada commented on Emma",
    "grace added the reading Emma",
    "ada added the tool Cursor",
  ];
  const found = async (query: Query) => inWords(await list(query));
  expect(await found({})).toEqual([papers, comment, emma, cursor]);
  expect(await found({ person: ada.id })).toEqual([comment, cursor]);
  expect(await found({ person: "stackloop" })).toEqual([papers]);
  expect(await found({ person: "nobody" })).toEqual([]);
  expect(await found({ kind: "reading" })).toEqual([comment, emma]);
  expect(await found({ kind: "comment" })).toEqual([comment]);
  expect(await found({ from })).toEqual([papers, comment, emma]);
  expect(await found({ from: from.replace(".000Z", "Z") })).toEqual([papers, comment, emma]);
  expect(await found({ from: "2026-11-22T12:00:00+02:00" })).toEqual([papers, comment, emma]);
  expect(await found({ to })).toEqual([comment, emma, cursor]);
  expect(await found({ from, to, person: ada.id })).toEqual([comment]);
  expect(await found({ from: new Date(app.now().getTime() + 1).toISOString() })).toEqual([]);
  expect(await found({ to: "2020-01-01T00:00:00Z" })).toEqual([]);
});

test("lists page by page, each line once", async () => {
  const { app, ada, ask } = await start();
  for (const id of ["one", "two", "three", "four", "five"]) await importRows(app, ada, id, [id, "b", "c"]);
  const seen: number[] = [];
  let query: Query | null = { limit: "2" };
  for (let pages = 0; query !== null; pages += 1) {
    expect(pages).toBeLessThan(3);
    const { body, headers } = await ask("/api/activity", query);
    seen.push(...body.map(({ seq, count }: ActivityLine) => (count === 3 ? seq : 0)));
    const next = /<([^>]+)>/u.exec(headers.get("link") ?? "")?.[1];
    query = next === undefined ? null : Object.fromEntries(new URL(next, "http://host").searchParams);
  }
  expect(seen).toEqual([15, 12, 9, 6, 3]);
});

test("finds rare events at the other end of a long ledger", async () => {
  const { app, ada, grace, list } = await start();
  await addReading(app, grace, newReadingSchema.parse({ title: "Emma", author: "Austen" }));
  await importRows(app, ada, "one", ["a"]);
  await copyRow(
    app,
    "events",
    { seq: "n", kind: "'tool'", actorId: `'${ada.id}'`, itemId: "n" },
    [10, 25_000],
  );
  const emma = ["grace added the reading Emma"];
  expect(inWords(await list({ kind: "reading" }))).toEqual(emma);
  expect(inWords(await list({ person: grace.id }))).toEqual(emma);
  expect(inWords(await list({ limit: "1" }))).toHaveLength(1);
});

test("shows whether the item of a line still exists", async () => {
  const { app, ada, list } = await start();
  const tool = await addTool(app, ada, newToolSchema.parse({ name: "Cursor" }));
  expect(await list()).toMatchObject([{ isThere: true }]);
  await removeTool(app, ada, { id: tool.id });
  expect(await list()).toMatchObject([{ isThere: false }, { isThere: false }]);
});

const HEADER = "\uFEFFat,name,username,verb,kind,item,title,detail\r\n";

test("exports the filtered events one by one, for spreadsheets", async () => {
  const { app, ada, grace, ask } = await start();
  await importRows(app, grace, "one", ["Atlas", 'Be"acon']);
  await papersFound(app);
  await addTool(app, ada, newToolSchema.parse({ name: "=1+1" }));
  const { headers, body } = await ask("/api/activity/export", { kind: "tool" });
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(headers.get("content-disposition")).toBe('attachment; filename="activity.csv"');
  // fetch removes the byte order mark.
  expect(`\uFEFF${body}`.startsWith(HEADER)).toBe(true);
  expect(body.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/u);
  const { data, errors } = parse<string[]>(body, { skipEmptyLines: true });
  expect(errors).toEqual([]);
  const at = app.now().toISOString();
  expect(
    data.slice(1).map(([time, name, username, ...rest]) => [time, name, username, ...rest.toSpliced(2, 1)]),
  ).toEqual([
    [at, "ada", "ada", "added", "tool", "'=1+1", "added the tool =1+1"],
    [at, "grace", "grace", "added", "tool", 'Be"acon', 'imported the tool Be"acon'],
    [at, "grace", "grace", "added", "tool", "Atlas", "imported the tool Atlas"],
  ]);
  const ofServer = await ask("/api/activity/export", { person: "stackloop" });
  expect(ofServer.body).toContain(`${at},StackLoop,,fetched,paper,run,41 papers,found 41 papers\r\n`);
  expect((await ask("/api/activity/export", { kind: "prompt" })).body).toBe(HEADER.slice(1));
});

test(
  "refuses a file with too many events, with a remedy",
  { timeout: 60_000, ...THOROUGH_ON_SERVER },
  async () => {
    const { app, ada, ask } = await start();
    await importRows(app, ada, "one", ["a"]);
    await copyRow(app, "events", { seq: "n" }, [2, MAX_EXPORTED_EVENTS]);
    expect((await ask("/api/activity/export")).status).toBe(200);
    await importRows(app, ada, "two", ["b"]);
    const { status, body } = await ask("/api/activity/export");
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: "A file can have at most 100,000 events. Choose a shorter period.",
    });
  },
);
