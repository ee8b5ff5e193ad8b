import { join } from "node:path";

import { inject } from "vitest";

import { databaseFileOf, isFileUrl, urlOfFile } from "#db/database-url.ts";
import type { OpenDatabase } from "#db/database.ts";
import { startDatabase } from "#db/open.ts";
import { openFile } from "#db/sqlite/open-file.ts";

import { writeEmptyDatabase } from "./empty-database.ts";
import { createMigratedDatabase } from "./postgresql.ts";

/** Whether the databases of this run are on a PostgreSQL server rather than in files. */
export const isOnServer = (): boolean => inject("databaseServer") !== undefined;

/** Makes a database in a folder, or on the server of this run, that has every table and nothing in them. */
export async function createTestDatabase(folder: string): Promise<string> {
  if (isOnServer()) return createMigratedDatabase();
  const file = join(folder, "stackloop.db");
  await writeEmptyDatabase(file);
  return urlOfFile(file);
}

/** Opens a database whose tables are up to date, as one of several processes. */
export const openTestDatabase = async (url: string): Promise<OpenDatabase> =>
  isFileUrl(url)
    ? openFile(databaseFileOf(url))
    : startDatabase(url, { backupFolder: "", log: { info() {}, warn() {} } });
