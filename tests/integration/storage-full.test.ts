import { sql } from "kysely";
import { expect, test } from "vitest";

import { buildPerson } from "#tests/support/people.ts";
import { restClient } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

const FULL = { message: "Server storage is full", code: "INSUFFICIENT_STORAGE" };

test("a full disk is told with 507, nothing is half written, and reading goes on", async () => {
  const { app, origin } = await testServer();
  const { cookie } = await buildPerson(app, "ada");
  const call = (method: string, path: string, body?: unknown) =>
    restClient(origin).call(method, path, body, { cookie });
  const tool = (name: string) => ({ name, notes: "n".repeat(20_000) });
  const { body: kept } = await call("POST", "/api/ai-tools", tool("Kept"));

  // SQLite takes the size that the file has by now as the least bound.
  await sql`pragma max_page_count = 1`.execute(app.db);
  const refused = [];
  for (let tries = 0; tries < 5; tries += 1) refused.push(await call("POST", "/api/ai-tools", tool("More")));
  expect(refused.at(-1)).toMatchObject({ status: 507, body: FULL });
  const stored = refused.filter(({ status }) => status === 201).length;
  expect(refused.every(({ status }) => status === 201 || status === 507)).toBe(true);

  const trpc = await call("POST", "/trpc/tools.add", tool("More"));
  expect(trpc).toMatchObject({ status: 507, body: { error: { message: FULL.message } } });
  const { status, body } = await call("GET", "/api/ai-tools");
  expect([status, body.length]).toEqual([200, stored + 1]);

  await sql`pragma max_page_count = 4294967294`.execute(app.db);
  expect((await call("PUT", `/api/ai-tools/${kept.id}`, { notes: "m".repeat(20_000) })).status).toBe(200);
  expect((await call("POST", "/api/ai-tools", tool("More"))).status).toBe(201);
});
