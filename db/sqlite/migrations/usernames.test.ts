import { join } from "node:path";

import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";

import { foldUsername as foldOfToday } from "#shared/accounts/user-rules.ts";
import { temporaryFolder } from "#tests/support/test-app.ts";

import { migrateFile } from "../../sqlite/migrate-file.ts";
import { openFile } from "../../sqlite/open-file.ts";
import { foldUsername } from "./0013-usernames.ts";
import { migrations } from "./index.ts";

/** Creates a database before the new folding of names, with these people in order of creation. */
async function databaseWith(names: readonly string[]) {
  const database = openFile(join(temporaryFolder(), "stackloop.db"));
  onTestFinished(() => database.close());
  const before = migrations.findIndex(({ name }) => name.endsWith("usernames"));
  await migrateFile(database, "before", { steps: migrations.slice(0, before) });
  for (const [index, name] of names.entries()) {
    const time = new Date(Date.UTC(2026, 0, 1 + index)).toISOString();
    // Folding in that version.
    const folded = name.normalize("NFKC").trim().toLowerCase();
    await sql`insert into users (id, username, usernameFolded, password, createdAt, updatedAt)
      values (${`id-${index}`}, ${name}, ${folded}, '-', ${time}, ${time})`.execute(database.db);
  }
  return database;
}

test("A6: preserves accounts with equal names by the new rule; the oldest gets every spelling", async () => {
  const names = ["ada", "STRASSE", "Straße", "Zoë  Ada", "Zoë Ada", "zoë\u2028ada"];
  const database = await databaseWith(names);
  await migrateFile(database, "after");
  const rows = await database.db
    .selectFrom("users")
    .select(["id", "username", "usernameFolded"])
    .orderBy("createdAt")
    .execute();
  expect(rows.map(({ username }) => username)).toEqual(names);
  expect(rows.map(({ usernameFolded }) => usernameFolded)).toEqual([
    "ada",
    "strasse",
    "strasse ID id-2",
    "zoë ada",
    "zoë ada ID id-4",
    "zoë ada ID id-5",
  ]);
});

test("A6: assigns a name the form that an older one released", async () => {
  const database = await databaseWith(["ß", "ss"]);
  await migrateFile(database, "after");
  const forms = await database.db.selectFrom("users").select("usernameFolded").orderBy("createdAt").execute();
  expect(forms).toEqual([{ usernameFolded: "ss" }, { usernameFolded: "ss ID id-1" }]);
});

test("stores names in the form that is compared today", () => {
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    // Codes without a character have no case and no other form.
    if (/^[\p{Cn}\p{Co}]$/v.test(character)) continue;
    const name = `a ${character} B`;
    if (foldUsername(name) !== foldOfToday(name)) throw new Error(`${code.toString(16)} is folded otherwise`);
  }
  expect(foldUsername("STRASSE")).toBe(foldOfToday("Straße"));
});

test("deletes links with the administrator who created them", async () => {
  const database = await databaseWith(["ada", "grace"]);
  await migrateFile(database, "after");
  const link = { kind: "invite" as const, userId: null, createdAt: "", expiresAt: "" };
  await database.db
    .insertInto("one_time_links")
    .values([
      { ...link, tokenHash: "1", createdBy: "id-0" },
      { ...link, tokenHash: "2", createdBy: "id-1" },
      { ...link, tokenHash: "3", createdBy: null },
    ])
    .execute();
  await database.db.deleteFrom("users").where("id", "=", "id-0").execute();
  const left = await database.db.selectFrom("one_time_links").select("tokenHash").execute();
  expect(left.map(({ tokenHash }) => tokenHash)).toEqual(["2", "3"]);
});
