import { sql } from "kysely";
import { expect, test } from "vitest";

import type { App } from "#server/app.ts";
import { testApp } from "#tests/support/test-app.ts";

import { keepSearchIndex } from "./search-index.service.ts";

/** How long it rests after its first round, in milliseconds. */
async function restAfterOneRound(app: App): Promise<number | undefined> {
  const end = new AbortController();
  let rest: number | undefined;
  await keepSearchIndex(app, end.signal, (milliseconds) => {
    rest = milliseconds;
    end.abort();
    return Promise.resolve();
  });
  return rest;
}

test("rests for a second when there is nothing to do, and when the index cannot be written", async () => {
  const app = await testApp();
  expect(await restAfterOneRound(app)).toBe(1000);
  await sql`drop table search_queue`.execute(app.db);
  expect(await restAfterOneRound(app)).toBe(1000);
});
