/** Read-only connections. Separate from `open.ts`, so that threads don't load migrations. */
import { databaseFileOf, isFileUrl } from "./database-url.ts";
import type { Db } from "./database.ts";
import { openFileForReading, readFile } from "./sqlite/open-file.ts";

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
