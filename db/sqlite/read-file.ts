import Database from "better-sqlite3";
import { Kysely } from "kysely";

import type { Db } from "../database.ts";
import type { Schema } from "../schema.ts";
import { Dialect } from "./dialect.ts";

/**
 * Reads a database file through its own read-only connection, as worker threads do. Sees a snapshot of the committed
 * data and blocks no writer.
 */
export async function readFile<Result>(file: string, read: (db: Db) => Promise<Result>): Promise<Result> {
  const sqlite = new Database(file, { readonly: true, fileMustExist: true, timeout: 5000 });
  const db = new Kysely<Schema>({ dialect: new Dialect(sqlite) });
  try {
    sqlite.pragma("cache_size = -8000");
    // One transaction, so that all reads see the same state.
    return await db.transaction().execute(read);
  } finally {
    await db.destroy();
  }
}
