import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { DatabaseError } from "#db/errors.ts";
import { backupDatabase, finishRestore, prepareRestore } from "#db/sqlite/files/backup.ts";
import { checkDatabase, findNewestBackup } from "#db/sqlite/files/database-file.ts";
import { migrateFile } from "#db/sqlite/migrate-file.ts";
import { openFile } from "#db/sqlite/open-file.ts";
import { temporaryFolder } from "#tests/support/test-app.ts";

async function createDatabase(file: string, setting: string): Promise<void> {
  const database = openFile(file);
  await migrateFile(database, "now");
  await database.db.insertInto("settings").values({ key: "mark", value: setting }).execute();
  await database.close();
}

async function markerOf(file: string): Promise<string | undefined> {
  const database = openFile(file);
  const row = await database.db.selectFrom("settings").select("value").executeTakeFirst();
  await database.close();
  return row?.value;
}

function restoreDatabase(backup: string, file: string, replaced: string): string | null {
  prepareRestore(backup, file);
  return finishRestore(file, replaced);
}

test("R31: a restored backup becomes the database, and the replaced one can be opened", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "live.db");
  const backup = join(folder, "backup.db");
  const replaced = join(folder, "replaced.db");
  await createDatabase(file, "old");
  backupDatabase(file, backup);
  await createDatabase(join(folder, "other.db"), "new");
  expect(restoreDatabase(join(folder, "other.db"), file, replaced)).toBe(replaced);
  expect(await markerOf(file)).toBe("new");
  expect(await markerOf(replaced)).toBe("old");
  expect(await markerOf(backup)).toBe("old");
});

test("R31: a stale log is moved with its database and never applies to the restored file", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "live.db");
  await createDatabase(join(folder, "backup.db"), "new");
  // A database whose process was killed: the last commit is only in the log.
  const database = openFile(file);
  await migrateFile(database, "now");
  await database.db.insertInto("settings").values({ key: "mark", value: "old" }).execute();
  const log = readFileSync(`${file}-wal`);
  const main = readFileSync(file);
  await database.close();
  writeFileSync(file, main);
  writeFileSync(`${file}-wal`, log);

  restoreDatabase(join(folder, "backup.db"), file, join(folder, "replaced.db"));
  expect(existsSync(`${file}-wal`)).toBe(false);
  expect(await markerOf(file)).toBe("new");
  expect(await markerOf(join(folder, "replaced.db"))).toBe("old");
});

test("R31: a restore that fails halfway leaves the database unchanged", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "live.db");
  await createDatabase(file, "old");
  writeFileSync(`${file}-wal`, "");
  await createDatabase(join(folder, "backup.db"), "new");
  // The log cannot replace a non-empty folder.
  mkdirSync(join(folder, "replaced.db-wal/x"), { recursive: true });
  expect(() => restoreDatabase(join(folder, "backup.db"), file, join(folder, "replaced.db"))).toThrow(
    "rename",
  );
  expect(readdirSync(folder).join()).not.toContain("incoming");
  expect(await markerOf(file)).toBe("old");
});

test("R9: names the newest intact backup", async () => {
  const folder = temporaryFolder();
  const backups = join(folder, "backups");
  await createDatabase(join(folder, "live.db"), "old");
  backupDatabase(join(folder, "live.db"), join(backups, "a.db"));
  backupDatabase(join(folder, "live.db"), join(backups, "b.db"));
  writeFileSync(join(backups, "b.db"), "broken since");
  expect(findNewestBackup(backups)).toBe(join(backups, "a.db"));
  expect(findNewestBackup(join(folder, "none"))).toBeUndefined();
});

test("R9: rejects a truncated backup", async () => {
  const folder = temporaryFolder();
  const [live, cut] = [join(folder, "live.db"), join(folder, "cut.db")];
  await createDatabase(live, "old");
  writeFileSync(cut, readFileSync(live).subarray(0, 8192));
  expect(() => {
    checkDatabase(cut, "thorough");
  }).toThrow(DatabaseError);
});
