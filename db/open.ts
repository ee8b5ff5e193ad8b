import { databaseFileOf, isFileUrl } from "./database-url.ts";
import type { Db, OpenDatabase, StartOptions } from "./database.ts";
import { openFileForReading } from "./sqlite/open-file.ts";
import { readFile } from "./sqlite/read-file.ts";
import { startFile } from "./sqlite/start-file.ts";

/**
 * Opens a database for reading and writing, made new where there is none, and brings its tables up to date. One that
 * cannot be used is refused unchanged, with a line that says what to do.
 */
export async function startDatabase(url: string, options: StartOptions): Promise<OpenDatabase> {
  if (isFileUrl(url)) return startFile(databaseFileOf(url), options);
  const { startServerDatabase } = await import("./postgresql/start.ts");
  return startServerDatabase(url, options);
}

/** Another connection to a database, which can only read: for a thread of its own. */
export async function openForReading(url: string): Promise<Db> {
  if (isFileUrl(url)) return openFileForReading(databaseFileOf(url));
  const { openServerForReading } = await import("./postgresql/open.ts");
  return openServerForReading(url);
}

/**
 * Reads a database by a connection of its own, as worker threads do: sees what is committed when the reading begins,
 * keeps no writer waiting, and cannot write.
 */
export async function readDatabase<Result>(url: string, read: (db: Db) => Promise<Result>): Promise<Result> {
  if (isFileUrl(url)) return readFile(databaseFileOf(url), read);
  const { readServerDatabase } = await import("./postgresql/open.ts");
  return readServerDatabase(url, read);
}
