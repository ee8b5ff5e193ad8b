import { join } from "node:path";

import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";

import { migrateFile } from "#db/sqlite/migrate-file.ts";
import { openFile } from "#db/sqlite/open-file.ts";
import { slugOf } from "#server/features/prompts/prompts.service.ts";
import { temporaryFolder } from "#tests/support/test-app.ts";

import { migrations } from "./index.ts";

/** Returns the slugs after the migration of prompts with these names, in order of creation. */
async function slugsOf(names: readonly string[]): Promise<string[]> {
  const database = openFile(join(temporaryFolder(), "stackloop.db"));
  onTestFinished(() => database.close());
  const before = migrations.findIndex(({ name }) => name.endsWith("assistants"));
  await migrateFile(database, "before", { steps: migrations.slice(0, before) });
  await sql`insert into users (id, username, usernameFolded, password, createdAt, updatedAt)
    values ('u', 'ada', 'ada', '-', '', '')`.execute(database.db);
  for (const [index, name] of names.entries()) {
    await sql`insert into prompts (id, name, prompt, dateUpdated, userId)
      values (${`id-${index}`}, ${name}, 'Do it', '', 'u')`.execute(database.db);
  }
  await migrateFile(database, "after");
  const { rows } = await sql<{ slug: string }>`
    select slug from prompts join prompt_names on promptId = id order by prompts.rowid`.execute(database.db);
  return rows.map(({ slug }) => slug);
}

test("names existing prompts, the oldest without a number", async () => {
  const names = [
    "Bug report",
    "Bug report 2",
    "bug-report!",
    "BUG REPORT",
    "バグ",
    "Crème brûlée",
    "-- ! --",
  ];
  expect(await slugsOf(names)).toEqual([
    "bug-report",
    "bug-report-2",
    "bug-report-3",
    "bug-report-4",
    "prompt-id4",
    "creme-brulee",
    "prompt-id6",
  ]);
});

test("assigns unique names to a thousand prompts with the same name, as to new ones", async () => {
  const slugs = await slugsOf(Array.from({ length: 1000 }, () => "Untitled prompt"));
  expect(new Set(slugs).size).toBe(1000);
  expect(slugs.slice(0, 2)).toEqual([slugOf("Untitled prompt", "id-0"), "untitled-prompt-2"]);
});
