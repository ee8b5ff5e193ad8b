import { databaseFileOf, isFileUrl } from "./database-url.ts";
import type { Migrated } from "./migrations/index.ts";
import { migrateLockedFile } from "./sqlite/migrate-file.ts";

interface MigrationOptions {
  /** Folder for backups of a file. */
  backupFolder: string;
  /** Called before each migration with its version and the last version. */
  onStep?: (name: string, version: number, last: number) => void;
}

/** Migrates the tables of a database that no server uses. */
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
