import { connect, type Socket } from "node:net";

import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";

import { isFileUrl } from "#db/database-url.ts";
import { buildPerson } from "#tests/support/people.ts";
import { restClient } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

async function team() {
  const { app, origin } = await testServer();
  const { cookie } = await buildPerson(app, "ada");
  return {
    app,
    origin,
    cookie,
    call: (method: string, path: string, body?: unknown) =>
      restClient(origin).call(method, path, body, { cookie }),
  };
}

test("R27: of two concurrent edits, the later one wins completely or gets a conflict", async () => {
  const { call } = await team();
  const { body: tool } = await call("POST", "/api/ai-tools", { name: "Orca" });
  const path = `/api/ai-tools/${tool.id}`;
  const edition = (letter: string) => ({ name: letter, company: letter, notes: letter, industry: letter });
  for (let pair = 0; pair < 100; pair += 1) {
    const [first, second] = await Promise.all([
      call("PUT", path, edition("A")),
      call("PUT", path, edition("B")),
    ]);
    expect([first.status, second.status]).toEqual([200, 200]);
    const { name, company, notes, industry } = (await call("GET", path)).body;
    expect(new Set([name, company, notes, industry]).size).toBe(1);
  }
  const { body: seen } = await call("GET", path);
  const answers = await Promise.all(
    ["C", "D"].map((letter) => call("PUT", path, { ...edition(letter), revision: seen.revision })),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body.current).toMatchObject({ revision: seen.revision + 1 });
});

test("R27: a request sent twice creates two complete items without an error", async () => {
  const { call } = await team();
  const replies = await Promise.all([1, 2].map(() => call("POST", "/api/ai-tools", { name: "Orca" })));
  expect(replies.map(({ status }) => status)).toEqual([201, 201]);
  const { body: tools } = await call("GET", "/api/ai-tools");
  expect(tools).toHaveLength(2);
});

/** Sends a request and stops reading after the first bytes. Resolves with them. */
async function stalledReader(origin: string, path: string, cookie: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => {
    socket.destroy();
  });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${cookie}\r\n\r\n`);
  await new Promise((resolve) => socket.once("readable", resolve));
  expect(String(socket.read(15))).toBe("HTTP/1.1 200 OK");
  return socket;
}

function expectEmptiedLog(file: string): void {
  const sqlite = new Database(file);
  const [checkpoint] = sqlite
    .prepare<[], [number, number, number]>("pragma wal_checkpoint(TRUNCATE)")
    .raw()
    .all();
  sqlite.close();
  // The checkpoint isn't busy, and the log is empty.
  expect(checkpoint).toEqual([0, 0, 0]);
}

test.each(["/api/readings/export/json", "/api/readings"])(
  "R37: a stalled reader of %s delays nobody, and the write-ahead log can be emptied",
  async (path) => {
    const { app, origin, cookie, call } = await team();
    const rows = Array.from({ length: 1000 }, (_, index) => ({
      title: `Book ${index}`,
      author: "Ada",
      notes: "n".repeat(9000),
    }));
    for (let part = 0; part < 1000; part += 100) {
      const { status } = await call("POST", "/api/readings/import", { rows: rows.slice(part, part + 100) });
      expect(status).toBe(200);
    }
    const reader = await stalledReader(origin, path, cookie);
    for (let tool = 0; tool < 20; tool += 1)
      expect((await call("POST", "/api/ai-tools", { name: `Tool ${tool}` })).status).toBe(201);
    expect((await call("GET", "/api/ai-tools")).body).toHaveLength(20);
    if (isFileUrl(app.database.url)) expectEmptiedLog(app.database.name);
    expect(reader.destroyed).toBe(false);
  },
);
