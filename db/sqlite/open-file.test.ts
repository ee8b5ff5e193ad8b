import { join } from "node:path";
import { setImmediate } from "node:timers/promises";

import Database from "better-sqlite3";
import { sql } from "kysely";
import { expect, test } from "vitest";

import { temporaryFolder } from "#tests/support/test-app.ts";

import { openFile } from "./open-file.ts";

test("closing waits for the current transaction, and stores it", async () => {
  const file = join(temporaryFolder(), "stackloop.db");
  const database = openFile(file);
  await sql`create table whales (name text not null)`.execute(database.db);
  const adding = database.db.transaction().execute(async (transaction) => {
    for (const name of ["Orca", "Beluga", "Minke"]) {
      await sql`insert into whales values (${name})`.execute(transaction);
      await setImmediate();
    }
  });
  await setImmediate();
  await database.close();
  await adding;

  const sqlite = new Database(file, { readonly: true });
  const names = sqlite.prepare("select name from whales order by rowid").pluck().all();
  sqlite.close();
  expect(names).toEqual(["Orca", "Beluga", "Minke"]);
});
