import { databaseFileOf, isFileUrl } from "./database-url.ts";
import type { OpenDatabase, StartOptions } from "./database.ts";
import type { Examination, ExaminationOptions } from "./examination.ts";
import type { Migrated } from "./migrations/index.ts";
import { examineFile } from "./sqlite/files/examine-file.ts";
import { migrateLockedFile } from "./sqlite/migrate-file.ts";
import { startFile } from "./sqlite/start-file.ts";

/**
 * Opens a database for reading and writing, creates it if missing, and migrates its tables. Leaves an unusable
 * database unchanged and throws an error that says what to do.
 */
export async function startDatabase(url: string, options: StartOptions): Promise<OpenDatabase> {
  if (isFileUrl(url)) return startFile(databaseFileOf(url), options);
  const { startServerDatabase } = await import("./postgresql/migrate.ts");
  return startServerDatabase(url, options);
}

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

/** Examines a database without changing it. Problems are returned as findings, not thrown. */
export async function examineDatabase(url: string, options: ExaminationOptions): Promise<Examination> {
  if (isFileUrl(url)) return examineFile(databaseFileOf(url), options);
  const { examineServerDatabase } = await import("./postgresql/examine.ts");
  return examineServerDatabase(url, options);
}
