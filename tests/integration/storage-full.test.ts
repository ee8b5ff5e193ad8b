import { sql } from "kysely";
import { describe, expect, test } from "vitest";

import { buildPerson } from "#tests/support/people.ts";
import { restClient } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

const FULL = { message: "Server storage is full", code: "INSUFFICIENT_STORAGE" };
/** More than fits into the room that is left in the last page of a table. */
const LONG = "n".repeat(4000);

/** A server with one thing of each kind, and what fills its disk and frees it again. */
async function library() {
  const { app, origin } = await testServer();
  const { cookie } = await buildPerson(app, "ada");
  const call = (method: string, path: string, body?: unknown) =>
    restClient(origin).call(method, path, body, { cookie });
  const idOf = async (path: string, body: unknown): Promise<string> => {
    const reply = await call("POST", path, body);
    expect(reply.status).toBe(201);
    return reply.body.id;
  };
  const tool = await idOf("/api/ai-tools", { name: "Kept" });
  const prompt = await idOf("/api/prompts", { name: "Kept", prompt: "Sing" });
  const reading = await idOf("/api/readings", { title: "Kept", author: "Ada" });
  const comment = await idOf(`/api/readings/${reading}/comments`, { content: "Kept" });
  return {
    call,
    ids: { tool, prompt, reading, comment },
    // SQLite takes the size that the file has by now as the least bound.
    fill: () => sql`pragma max_page_count = 1`.execute(app.db),
    free: () => sql`pragma max_page_count = 4294967294`.execute(app.db),
  };
}

type Ids = Awaited<ReturnType<typeof library>>["ids"];
type Write = (ids: Ids) => readonly [method: string, path: string, body: unknown];

const rows = (fields: object) =>
  Array.from({ length: 20 }, (_, index) => ({ ...fields, name: `New ${index}` }));
const readings = rows({}).map(({ name: title }) => ({ title, author: "Ada", notes: LONG }));
const prompts = rows({ prompt: LONG });

const WRITES: Record<string, Write> = {
  "POST /api/ai-tools": () => ["POST", "/api/ai-tools", { name: "More", notes: LONG }],
  "PUT /api/ai-tools": ({ tool }) => ["PUT", `/api/ai-tools/${tool}`, { notes: LONG }],
  "POST /api/prompts": () => ["POST", "/api/prompts", { name: "More", prompt: LONG }],
  "PUT /api/prompts": ({ prompt }) => ["PUT", `/api/prompts/${prompt}`, { prompt: LONG }],
  "POST /api/readings": () => ["POST", "/api/readings", { title: "More", author: "Ada", notes: LONG }],
  "PUT /api/readings": ({ reading }) => ["PUT", `/api/readings/${reading}`, { notes: LONG }],
  "POST comments": ({ reading }) => ["POST", `/api/readings/${reading}/comments`, { content: LONG }],
  "PUT /api/comments": ({ comment }) => ["PUT", `/api/comments/${comment}`, { content: LONG }],
  "POST /api/ai-tools/import": () => ["POST", "/api/ai-tools/import", { rows: rows({ notes: LONG }) }],
  "POST /api/prompts/import": () => ["POST", "/api/prompts/import", { rows: prompts }],
  "POST /api/readings/import": () => ["POST", "/api/readings/import", { rows: readings }],
  "POST /api/ai-tools/starter-catalogue": () => ["POST", "/api/ai-tools/starter-catalogue", {}],
  "prompts.add": () => ["POST", "/trpc/prompts.add", { name: "More", prompt: LONG }],
  "prompts.edit": ({ prompt }) => ["POST", "/trpc/prompts.edit", { id: prompt, prompt: LONG }],
  "readings.edit": ({ reading }) => ["POST", "/trpc/readings.edit", { id: reading, notes: LONG }],
  "comments.add": ({ reading }) => ["POST", "/trpc/comments.add", { readingId: reading, content: LONG }],
  "comments.edit": ({ comment }) => ["POST", "/trpc/comments.edit", { id: comment, content: LONG }],
  "imports.readings": () => ["POST", "/trpc/imports.readings", { rows: readings }],
};

describe("on a full disk", () => {
  test.each(Object.entries(WRITES))("%s is told so, and works once there is room", async (_name, write) => {
    const { call, ids, fill, free } = await library();
    const request = write(ids);
    const before = (await call("GET", "/api/readings")).body;
    await fill();
    const refused = await call(...request);
    expect([refused.status, refused.body.error?.data ?? refused.body]).toEqual([
      507,
      expect.objectContaining(FULL),
    ]);
    expect((await call("GET", "/api/readings")).body).toEqual(before);
    await free();
    expect([200, 201]).toContain((await call(...request)).status);
  });

  test("what needs no room still works after a refusal", async () => {
    const { call, ids, fill } = await library();
    await fill();
    expect((await call("PUT", `/api/prompts/${ids.prompt}`, { prompt: LONG })).status).toBe(507);
    expect((await call("DELETE", `/api/comments/${ids.comment}`)).status).toBe(204);
    expect((await call("DELETE", `/api/readings/${ids.reading}`)).status).toBe(204);
  });
});

test("a session that is to be extended, but cannot be, lets its person read on", async () => {
  const { app, origin } = await testServer();
  const { cookie } = await buildPerson(app, "ada");
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  await app.db.updateTable("session").set({ expire: tomorrow }).execute();
  await sql`pragma query_only = on`.execute(app.db);
  const reply = await restClient(origin).call("GET", "/api/user", undefined, { cookie });
  expect([reply.status, reply.body.username]).toEqual([200, "ada"]);
});
