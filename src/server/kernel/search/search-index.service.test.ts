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
