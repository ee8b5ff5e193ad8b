import { existsSync, realpathSync, statSync } from "node:fs";

import Database from "better-sqlite3";
import { sql } from "kysely";

import type { Db } from "../../database.ts";
import { getStorageErrorKind } from "../../error-kinds.ts";

/** The setting that holds the path under which a server opened the file last. */
export const SERVED_NAME = "servedName";

/**
 * Stores the path under which this process serves a file, in the file itself, so that a process that opens it by
 * another hard link or mount finds the server. SQLite's own logs and locks are named after the path.
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
    // Out of the log, which is found by this path alone.
    await sql`pragma wal_checkpoint(TRUNCATE)`.execute(db);
  } catch (error) {
    // A full disk: the server can still show what there is.
    if (getStorageErrorKind(error) !== "full") throw error;
  }
}

/** Another path of the same file under which a server opened it last, if there is one. */
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

/** Null also for a file that isn't usable: the start reports that in its own words. */
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
