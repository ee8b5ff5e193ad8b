import { sql } from "kysely";
import { expect, test } from "vitest";

import type { App } from "#server/app.ts";
import { restAfterOneRound } from "#tests/support/first-rest.ts";
import { testApp } from "#tests/support/test-app.ts";

import { keepSearchIndex } from "./search-index.service.ts";

const rest = (app: App) => restAfterOneRound((signal, pause) => keepSearchIndex(app, signal, pause));

test("rests for a second when there is nothing to do, and when the index cannot be written", async () => {
  const app = await testApp();
  expect(await rest(app)).toBe(1000);
  await sql`drop table search_queue`.execute(app.db);
  expect(await rest(app)).toBe(1000);
});
