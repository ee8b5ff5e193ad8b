import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";

import Database from "better-sqlite3";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";

import { type Migration, SCHEMA_VERSION } from "#db/migrations/index.ts";
import { countRows } from "#db/sqlite/files/backup.ts";
import { checkDatabase } from "#db/sqlite/files/database-file.ts";
import { migrateFile, schemaVersionOf } from "#db/sqlite/migrate-file.ts";
import { migrations } from "#db/sqlite/migrations/index.ts";
import { openFile, type OpenFile } from "#db/sqlite/open-file.ts";
import { CONTENT_TABLES, writeDatabaseOfVersion } from "#tests/support/older-databases.ts";
import { program } from "#tests/support/program.ts";
import { signedIn } from "#tests/support/rest-client.ts";
import { temporaryFolder } from "#tests/support/test-app.ts";

/** A database of this version with a user in it. */
async function filledDatabase(): Promise<OpenFile> {
  const database = openFile(join(temporaryFolder(), "stackloop.db"));
  onTestFinished(() => database.close());
  await migrateFile(database, "first");
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

/** The content of a database file: its version, its tables and their rows. */
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

/** A migration whose statements succeed until the one at `position`. */
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

test("R28: a new database gets all tables at once, without a backup", async () => {
  const database = openFile(join(temporaryFolder(), "stackloop.db"));
  onTestFinished(() => database.close());
  expect(await migrateFile(database, "now")).toEqual({ from: 0, to: SCHEMA_VERSION, backupFile: null });
  expect(await migrateFile(database, "now")).toEqual({
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
    await expect(
      migrateFile(database, "today", { steps: [...migrations, failingAt(position)] }),
    ).rejects.toThrow("migration next failed and was rolled back; your data is unchanged: no such table: ");
    expect(contentOf(database.file)).toEqual(before);
    const backup = join(database.backupFolder, `before-version-${SCHEMA_VERSION + 1}-today.db`);
    expect(contentOf(backup)).toEqual(before);

    const next = await migrateFile(database, "tomorrow", { steps: [...migrations, succeeding] });
    expect(next).toMatchObject({ from: SCHEMA_VERSION, to: SCHEMA_VERSION + 1 });
    const { rows } = await sql`select nickname from users`.execute(database.db);
    expect(rows).toEqual([{ nickname: "ada" }]);
  },
);

test("R28: migrations before a failing one stay", async () => {
  const database = await filledDatabase();
  await expect(
    migrateFile(database, "today", { steps: [...migrations, succeeding, failingAt(0)] }),
  ).rejects.toThrow("rolled back");
  expect(await schemaVersionOf(database.db)).toBe(SCHEMA_VERSION + 1);
});

test("R28: a backup made before a migration can replace the database", async () => {
  const database = await filledDatabase();
  const { backupFile } = await migrateFile(database, "today", { steps: [...migrations, succeeding] });
  expect(() => {
    checkDatabase(backupFile ?? "", "thorough");
  }).not.toThrow();
});

/** The number of rows in each content table that exists. */
function countContent(file: string): Record<string, number> {
  const sqlite = new Database(file, { readonly: true });
  const counts = countRows(sqlite);
  sqlite.close();
  return Object.fromEntries(
    CONTENT_TABLES.filter((table) => counts.has(table)).map((table) => [table, counts.get(table) ?? 0]),
  );
}

async function expectUpgrade(file: string): Promise<void> {
  const before = countContent(file);
  const database = openFile(file);
  const { to } = await migrateFile(database, "now");
  await database.close();
  expect(to).toBe(SCHEMA_VERSION);
  expect(countContent(file)).toMatchObject(before);
  expect(() => {
    checkDatabase(file, "thorough");
  }).not.toThrow();
  expect(tablesThatListKinds(file)).toEqual([]);
}

/** The tables with a check that lists the kinds of items, which a new kind would have to change. */
function tablesThatListKinds(file: string): unknown[] {
  const sqlite = new Database(file, { readonly: true });
  const names = sqlite.prepare(
    "select name from sqlite_schema where type = 'table' and sql like '%(''tool'', %'",
  );
  const found = names.pluck().all();
  sqlite.close();
  return found;
}

test("R30: an update removes the lists of kinds from tables with rows, and no other check", async () => {
  const file = join(temporaryFolder(), "stackloop.db");
  const before = migrations.findIndex(({ name }) => name === "0043-no-list-of-kinds");
  await writeDatabaseOfVersion(file, before);
  expect(tablesThatListKinds(file)).toHaveLength(11);
  const watch = (kind: string, level: string) =>
    `insert into watches ("userId", kind, "itemId", level) values ('u1', '${kind}', 'x', '${level}')`;
  const write = (statement: string) => {
    const sqlite = new Database(file);
    try {
      sqlite.exec(statement);
    } finally {
      sqlite.close();
    }
  };
  write(watch("tool", "mute"));
  expect(() => {
    write(watch("dataset", "mute"));
  }).toThrow("CHECK constraint failed");
  await expectUpgrade(file);
  write(watch("dataset", "mute"));
  expect(() => {
    write(watch("song", "hum"));
  }).toThrow("CHECK constraint failed: level in ('watch', 'mute')");
});

test.each(migrations.map((_migration, index) => index + 1))(
  "R30: a database of version %i is updated with all its data",
  async (version) => {
    const file = join(temporaryFolder(), "stackloop.db");
    await writeDatabaseOfVersion(file, version);
    await expectUpgrade(file);
    const sqlite = new Database(file, { readonly: true });
    const texts = sqlite.prepare("select name from ai_tools order by id").pluck().all();
    sqlite.close();
    expect(texts).toEqual(["Größe 🐳", "Orca"]);
  },
);

const databases = join(import.meta.dirname, "../fixtures/databases");

/** A program's replies about its own database, written next to it by `npm run release-fixture`. */
interface Fixture {
  /** Credentials; null for the first version, which had none. */
  secrets: { token: string; feed: string } | null;
  /** Ada's replies, by path. */
  answers: Record<string, unknown>;
}

const fixtureOf = (name: string): Fixture =>
  JSON.parse(readFileSync(join(databases, `${name}.json`), "utf8"));

test.each(
  readdirSync(databases)
    .filter((name) => name.endsWith(".db.gz"))
    .map((name) => name.replace(".db.gz", "")),
)("R30: the database of %s, written by a program of that time, works today", async (name) => {
  const { secrets, answers } = fixtureOf(name);
  const stackloop = program();
  mkdirSync(dirname(stackloop.database));
  writeFileSync(stackloop.database, gunzipSync(readFileSync(join(databases, `${name}.db.gz`))));
  const before = countContent(stackloop.database);
  const server = await stackloop.serve({ NEWS_CRON: "", BACKUP_CRON: "" });
  const ada = await signedIn(server.origin, "ada");
  expect(countContent(stackloop.database)).toMatchObject({ ...before, session: expect.any(Number) });

  const now: Record<string, unknown> = {};
  for (const path of Object.keys(answers)) now[path] = (await ada.call("GET", path)).body;
  expect(now).toMatchObject(answers);
  expect(now["/api/ai-tools"]).toHaveLength(before["ai_tools"] ?? 0);
  const logos = listIn(now, "/api/ai-tools").flatMap(({ logoUrl }) => logoUrl ?? []);
  const headers = { authorization: `Bearer ${secrets?.token}` };
  const asked = [
    ...logos.map((logo) => fetch(new URL(logo, server.origin))),
    ...(secrets === null
      ? []
      : [fetch(`${server.origin}/api/user`, { headers }), fetch(`${server.origin}${secrets.feed}`)]),
  ];
  expect((await Promise.all(asked)).filter(({ ok }) => !ok)).toEqual([]);

  for (const { id } of listIn(now, "/api/deletions"))
    expect((await ada.call("POST", `/api/deletions/${id}/restore`)).status).toBe(200);
  for (const { id, revision } of listIn(now, "/api/ai-tools")) {
    const edit = await ada.call("PUT", `/api/ai-tools/${id}`, { revision, notes: "Edited since" });
    expect(edit.status).toBe(200);
  }
  const word = encodeURIComponent("orca since");
  await expect
    .poll(async () => (await ada.call("GET", `/api/search?q=${word}`)).body, { timeout: 20_000 })
    .toMatchObject({ items: expect.arrayContaining([expect.objectContaining({ kind: "tool" })]) });
  expect(await server.stop("SIGTERM")).toBe(0);
  expect(await stackloop.run(["check"])).toMatchObject({ code: 0 });
});

/** The items in a path's reply. */
const listIn = (answers: Record<string, unknown>, path: string) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a list, with what is asked of its items
  answers[path] as { id: string; revision: number; logoUrl: string | null }[];
