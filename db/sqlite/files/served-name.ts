import { existsSync, realpathSync, statSync } from "node:fs";

import Database from "better-sqlite3";
import { sql } from "kysely";

import type { Db } from "../../database.ts";
import { getStorageErrorKind } from "../../error-kinds.ts";

/** Setting for the path under which a server last opened the file. */
export const SERVED_NAME = "servedName";

/**
 * Stores this process's path of a file in the file itself. A process that opens it by another hard link or mount then
 * finds the server. SQLite names its logs and locks after the path.
 */
export async function storeServedName(db: Db, file: string): Promise<void> {
  const value = realpathSync(file);
  const stored = await db
    .selectFrom("settings")
    .select("value")
    .where("key", "=", SERVED_NAME)
    .executeTakeFirst();
  if (stored?.value === value) return;
  try {
    await db
      .insertInto("settings")
      .values({ key: SERVED_NAME, value })
      .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
      .execute();
    // Checkpoint the log, because it is only found by this path.
    await sql`pragma wal_checkpoint(TRUNCATE)`.execute(db);
  } catch (error) {
    // On a full disk, the server can still show existing data.
    if (getStorageErrorKind(error) !== "full") throw error;
  }
}

/** Returns another path under which a server last opened the same file, if there is one. */
export function findOtherName(file: string): { name: string; isThere: boolean } | null {
  if (!existsSync(file)) return null;
  const name = readServedName(file);
  if (name === null || name === realpathSync(file)) return null;
  const isThere = existsSync(name);
  return isThere && !isSameFile(name, file) ? null : { name, isThere };
}

function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { bigint: true }));
  return a?.dev === b?.dev && a?.ino === b?.ino;
}

/** Returns null for an unusable file too. The start reports that itself. */
function readServedName(file: string): string | null {
  try {
    const sqlite = new Database(file, { readonly: true, fileMustExist: true, timeout: 0 });
    try {
      const value = sqlite.prepare<[string], string>("select value from settings where key = ?").pluck();
      return value.get(SERVED_NAME) ?? null;
    } finally {
      sqlite.close();
    }
  } catch {
    return null;
  }
}
