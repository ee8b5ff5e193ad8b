import { existsSync } from "node:fs";
import { join } from "node:path";

import Database from "better-sqlite3";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";

import { checkDatabase, SCHEMA_VERSION } from "#db/database-file.ts";
import { migrateToLatest, schemaVersionOf } from "#db/migrate.ts";
import { type Migration, migrations } from "#db/migrations/index.ts";
import { type OpenDatabase, openDatabase } from "#db/open.ts";
import { temporaryFolder } from "#tests/support/test-app.ts";

/** A database of this version with a user in it. */
async function filledDatabase(): Promise<OpenDatabase> {
  const database = openDatabase(join(temporaryFolder(), "stackloop.db"));
  onTestFinished(() => database.close());
  await migrateToLatest(database, "first");
  const now = "2026-11-21T10:00:00.000Z";
  await database.db
    .insertInto("users")
    .values({
      id: "1",
      username: "ada",
      usernameFolded: "ada",
      password: "-",
      email: null,
      firstName: null,
      lastName: null,
      displayName: null,
      role: "admin",
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  return database;
}

/** Everything that a database file holds: its version, its tables and their rows. */
function contentOf(file: string): unknown {
  const sqlite = new Database(file, { readonly: true });
  const tables = sqlite.prepare("select name, sql from sqlite_schema order by name").all();
  const names = sqlite
    .prepare<[], string>("select name from sqlite_schema where type = 'table' order by name")
    .pluck();
  const rows = names.all().map((name) => [name, sqlite.prepare(`select * from "${name}"`).all()]);
  const content = { version: sqlite.pragma("user_version", { simple: true }), tables, rows };
  sqlite.close();
  return content;
}

const STATEMENTS = [
  sql`create table labels (id text primary key, name text not null) strict`,
  sql`insert into labels values ('1', 'new')`,
  sql`alter table users add column nickname text`,
  sql`update users set nickname = username`,
  sql`drop table settings`,
];

/** A migration whose statements succeed until the one of that number. */
const failingAt = (position: number): Migration => ({
  name: "next",
  async up(db) {
    for (const statement of STATEMENTS.slice(0, position)) await statement.execute(db);
    await sql`select * from no_such_table`.execute(db);
  },
});

const succeeding: Migration = {
  name: "next",
  async up(db) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};

test("R28: a new database gets all tables at once, and no backup of nothing", async () => {
  const database = openDatabase(join(temporaryFolder(), "stackloop.db"));
  onTestFinished(() => database.close());
  expect(await migrateToLatest(database, "now")).toEqual({ from: 0, to: SCHEMA_VERSION, backupFile: null });
  expect(await migrateToLatest(database, "now")).toEqual({
    from: SCHEMA_VERSION,
    to: SCHEMA_VERSION,
    backupFile: null,
  });
  expect(existsSync(database.backupFolder)).toBe(false);
});

test.each(STATEMENTS.map((_statement, position) => position))(
  "R28: a migration that fails after %i statements changes nothing and leaves a backup",
  async (position) => {
    const database = await filledDatabase();
    const before = contentOf(database.file);
    await expect(migrateToLatest(database, "today", [...migrations, failingAt(position)])).rejects.toThrow(
      "migration next failed and was rolled back; your data is unchanged",
    );
    expect(contentOf(database.file)).toEqual(before);
    const backup = join(database.backupFolder, `before-version-${SCHEMA_VERSION + 1}-today.db`);
    expect(contentOf(backup)).toEqual(before);

    const next = await migrateToLatest(database, "tomorrow", [...migrations, succeeding]);
    expect(next).toMatchObject({ from: SCHEMA_VERSION, to: SCHEMA_VERSION + 1 });
    const { rows } = await sql`select nickname from users`.execute(database.db);
    expect(rows).toEqual([{ nickname: "ada" }]);
  },
);

test("R28: what went well before a failing migration stays", async () => {
  const database = await filledDatabase();
  await expect(migrateToLatest(database, "today", [...migrations, succeeding, failingAt(0)])).rejects.toThrow(
    "rolled back",
  );
  expect(await schemaVersionOf(database.db)).toBe(SCHEMA_VERSION + 1);
});

test("R28: a backup made before a migration can take the database's place", async () => {
  const database = await filledDatabase();
  const { backupFile } = await migrateToLatest(database, "today", [...migrations, succeeding]);
  expect(() => {
    checkDatabase(backupFile ?? "", "thorough");
  }).not.toThrow();
});
