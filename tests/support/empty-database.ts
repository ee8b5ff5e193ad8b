import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sql } from "kysely";

import { migrateFile } from "#db/sqlite/migrate-file.ts";
import { openFile } from "#db/sqlite/open-file.ts";

const MEMORY = "/dev/shm";
const ENOUGH_BYTES = 1024 ** 3;

/**
 * The folder for test databases: in memory if there is space, since a disk takes milliseconds for every commit.
 */
const root = hasRoom() ? MEMORY : tmpdir();

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > ENOUGH_BYTES;
}

/** Creates a folder for a test's files; the caller removes it. */
export const createTemporaryFolder = (): string => mkdtempSync(join(root, "stackloop-test-"));

let emptyDatabase: Promise<Buffer> | undefined;

/** Writes an empty database with every table: a copy takes a tenth of the time of the migrations. */
export async function writeEmptyDatabase(file: string): Promise<void> {
  emptyDatabase ??= migrateNewDatabase();
  writeFileSync(file, await emptyDatabase);
}

async function migrateNewDatabase(): Promise<Buffer> {
  const folder = createTemporaryFolder();
  const database = openFile(join(folder, "empty.db"));
  await migrateFile(database, "test");
  // Tables dropped by migrations leave free space in the file, which would affect tests of full disks and damage.
  await sql`vacuum`.execute(database.db);
  await database.close();
  const bytes = readFileSync(database.file);
  rmSync(folder, { recursive: true, force: true });
  return bytes;
}
