import { spawnSync } from "node:child_process";
import { join } from "node:path";

import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";

import { migrateFile } from "#db/sqlite/migrate-file.ts";
import { migrations } from "#db/sqlite/migrations/index.ts";
import { openFile } from "#db/sqlite/open-file.ts";
import { writeDatabaseOfVersion } from "#tests/support/older-databases.ts";
import { temporaryFolder } from "#tests/support/test-app.ts";

/** A file with rows in every table, created by the version with the faulty check, then updated. */
async function updatedFile(): Promise<string> {
  const file = join(temporaryFolder(), "stackloop.db");
  const before = migrations.findIndex(({ name }) => name.endsWith("null-in-json-columns"));
  await writeDatabaseOfVersion(file, before);
  const database = openFile(file);
  await migrateFile(database, "now");
  await database.close();
  return file;
}

/** SQLite before 3.45 returns 0 for null here. */
const oldJsonValid = (text: unknown): number => {
  try {
    return Number(typeof text === "string" && JSON.parse(text) !== undefined);
  } catch {
    return 0;
  }
};

describe("R30: with the json_valid of SQLite 3.40", () => {
  test("an intact file passes the integrity check", async () => {
    const sqlite = new Database(await updatedFile(), { readonly: true });
    sqlite.function("json_valid", { deterministic: true }, oldJsonValid);
    expect(sqlite.pragma("integrity_check")).toEqual([{ integrity_check: "ok" }]);
    expect(sqlite.prepare("select count(*) from news_feeds where reading is null").pluck().get()).toBe(1);
    sqlite.close();
  });

  test("every JSON check is on a column without null, or handles null", async () => {
    const sqlite = new Database(await updatedFile(), { readonly: true });
    const tables = sqlite.prepare<[], { sql: string }>("select sql from sqlite_schema where sql is not null");
    const checked = tables.all().flatMap(({ sql }) => sql.match(/[^,]*json_valid\([^)]*\)/gu) ?? []);
    sqlite.close();
    expect(checked.length).toBeGreaterThan(10);
    expect(checked.filter((text) => !/ not null |is null or/u.test(text))).toEqual([]);
  });
});

const program = spawnSync("sqlite3", ["--version"]);

test.runIf(program.status === 0)(
  "R30: the sqlite3 program checks, dumps and loads a file without losing a row",
  async () => {
    const file = await updatedFile();
    const run = (target: string, ...args: string[]) =>
      spawnSync("sqlite3", [target, ...args], { encoding: "utf8" }).stdout.trim();
    expect(run(file, "pragma integrity_check")).toBe("ok");
    const loaded = `${file}.loaded`;
    const load = spawnSync("sqlite3", [loaded], { input: run(file, ".dump"), encoding: "utf8" });
    expect(load.stderr).toBe("");
    const tables = run(
      file,
      "select name from pragma_table_list where type = 'table' and name not like 'sqlite_%' order by 1",
    ).split("\n");
    const count = tables.map((name) => `select '${name}', count(*) from "${name}";`).join("\n");
    expect(run(loaded, count)).toBe(run(file, count));
  },
);
