import { databaseFileOf, isFileUrl } from "./database-url.ts";
import type { Db, OpenDatabase, StartOptions } from "./database.ts";
import { openFileForReading } from "./sqlite/open-file.ts";
import { readFile } from "./sqlite/read-file.ts";
import { startFile } from "./sqlite/start-file.ts";

/**
 * Opens a database for reading and writing, creates it if missing, and migrates its tables. Leaves an unusable
 * database unchanged and throws an error that says what to do.
 */
export async function startDatabase(url: string, options: StartOptions): Promise<OpenDatabase> {
  if (isFileUrl(url)) return startFile(databaseFileOf(url), options);
  const { startServerDatabase } = await import("./postgresql/start.ts");
  return startServerDatabase(url, options);
}

/** Opens a read-only connection for a thread. */
export async function openForReading(url: string): Promise<Db> {
  if (isFileUrl(url)) return openFileForReading(databaseFileOf(url));
  const { openServerForReading } = await import("./postgresql/open.ts");
  return openServerForReading(url);
}

/**
 * Reads a database through its own read-only connection, as worker threads do. Sees a snapshot of the committed data
 * and blocks no writer.
 */
export async function readDatabase<Result>(url: string, read: (db: Db) => Promise<Result>): Promise<Result> {
  if (isFileUrl(url)) return readFile(databaseFileOf(url), read);
  const { readServerDatabase } = await import("./postgresql/open.ts");
  return readServerDatabase(url, read);
}
