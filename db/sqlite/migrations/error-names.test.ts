import { join } from "node:path";

import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";

import { temporaryFolder } from "#tests/support/test-app.ts";

import { migrateFile } from "../../sqlite/migrate-file.ts";
import { openFile } from "../../sqlite/open-file.ts";
import { migrations } from "./index.ts";

const DAY = "2026-11-21T10:00:00.000Z";

test("migrates stored failures of sources, pictures and feeds to the new names", async () => {
  const database = openFile(join(temporaryFolder(), "stackloop.db"));
  onTestFinished(() => database.close());
  const { db } = database;
  const before = migrations.findIndex(({ name }) => name.endsWith("error-names"));
  await migrateFile(database, "before", { steps: migrations.slice(0, before) });
  const sourceErrors = [{ source: "one.example", message: "no answer" }];
  const issues = [{ kind: "no-link", count: 3, example: "News" }];
  const old = { entries: 4, usable: 1, faults: issues, notes: [{ kind: "cut-off", count: 1 }] };
  await sql`insert into job_runs (id, job, "trigger", state, startedAt, processId, faults)
    values ('1', 'news.fetch', 'schedule', 'succeeded', ${DAY}, 1, ${JSON.stringify(sourceErrors)})`.execute(
    db,
  );
  await sql`insert into pictures (url, fault, size, fetchedAt, nextFetchAt, shownAt)
    values ('https://one.example/', 'This is no image.', 1000, ${DAY}, ${DAY}, ${DAY})`.execute(db);
  await sql`insert into news_feeds (id, url, title, createdAt, reading)
    values ('1', 'https://one.example/', 'One', ${DAY}, ${JSON.stringify(old)}),
      ('2', 'https://two.example/', 'Two', ${DAY}, null)`.execute(db);

  await migrateFile(database, "after");

  const run = await db.selectFrom("job_runs").select("sourceErrors").executeTakeFirstOrThrow();
  expect(JSON.parse(run.sourceErrors)).toEqual(sourceErrors);
  const picture = await db.selectFrom("pictures").select("error").executeTakeFirstOrThrow();
  expect(picture.error).toBe("This is no image.");
  const feeds = await db.selectFrom("news_feeds").select("reading").orderBy("id").execute();
  expect(feeds.map(({ reading }) => reading && JSON.parse(reading))).toEqual([
    { entries: 4, usable: 1, issues, notes: [{ kind: "cut-off", count: 1 }] },
    null,
  ]);
});
