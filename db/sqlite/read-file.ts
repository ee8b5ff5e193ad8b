import Database from "better-sqlite3";
import { Kysely } from "kysely";

import type { Db } from "../database.ts";
import type { Schema } from "../schema.ts";
import { Dialect } from "./dialect.ts";

/**
 * Reads a database file by a connection of its own, as worker threads do: sees what is committed when the reading
 * begins, keeps no writer waiting, and cannot write.
 */
export async function readFile<Result>(file: string, read: (db: Db) => Promise<Result>): Promise<Result> {
  const sqlite = new Database(file, { readonly: true, fileMustExist: true, timeout: 5000 });
  const db = new Kysely<Schema>({ dialect: new Dialect(sqlite) });
  try {
    sqlite.pragma("cache_size = -8000");
    // One transaction, so that all that is read is of one moment.
    return await db.transaction().execute(read);
  } finally {
    await db.destroy();
  }
}
