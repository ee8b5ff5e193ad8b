import { sql } from "kysely";
import { expect, test } from "vitest";

import { testApp } from "#tests/support/test-app.ts";

import { searchIndexer } from "./search-index.service.ts";

test("waits for a commit when idle, and for a second when the index cannot be written", async () => {
  const app = await testApp();
  expect(await searchIndexer(app)()).toBeNull();
  await sql`drop table search_queue`.execute(app.db);
  expect(await searchIndexer(app)()).toBe(1000);
});

test("indexes a few changes in one step, then existing content", async () => {
  const app = await testApp();
  const index = searchIndexer(app);
  const queue = (from: number, to: number) =>
    app.db
      .insertInto("search_queue")
      .values(Array.from({ length: to - from + 1 }, (_, n) => ({ kind: "tool", itemId: `tool ${from + n}` })))
      .execute();
  await queue(1, 24);
  expect(await index()).toBeNull();
  await queue(1, 26);
  expect(await index()).toBeGreaterThan(0);
  expect(await index()).toBeNull();
  await queue(1, 1);
  const value = JSON.stringify({ kind: "tool", after: "" });
  await app.db.insertInto("settings").values({ key: "searchBackfill", value }).execute();
  expect(await index()).toBeGreaterThan(0);
});
