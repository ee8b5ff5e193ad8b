import { databaseFileOf, isFileUrl } from "./database-url.ts";
import type { Migrated } from "./migrations/index.ts";
import { migrateLockedFile } from "./sqlite/migrate-file.ts";

interface MigrationOptions {
  /** Where copies of a file are kept. */
  backupFolder: string;
  /** Told of each migration before it begins, with the number that it brings the tables to, and the last of them. */
  onStep?: (name: string, version: number, last: number) => void;
}

/** Brings the tables of a database that nobody serves up to date. */
export async function migrateDatabase(
  url: string,
  options: MigrationOptions,
): Promise<Migrated & { name: string }> {
  if (isFileUrl(url)) {
    const file = databaseFileOf(url);
    return { name: file, ...(await migrateLockedFile(file, options)) };
  }
  const { migrateServerDatabase } = await import("./postgresql/migrate.ts");
  return migrateServerDatabase(url, options);
}
