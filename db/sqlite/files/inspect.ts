import { statSync } from "node:fs";

import Database from "better-sqlite3";

/** Facts about a healthy database. */
export interface DatabaseFacts {
  bytes: number;
  version: number;
  isWriteAhead: boolean;
  admins: number;
}

/** Reads facts about a checked database of any version, without changing it. */
export function inspectDatabase(file: string): DatabaseFacts {
  const sqlite = new Database(file, { readonly: true, timeout: 5000 });
  try {
    const hasUsers = sqlite.prepare("select 1 from sqlite_schema where name = 'users'").get() !== undefined;
    const admins = hasUsers
      ? sqlite.prepare("select count(*) from users where role = 'admin'").pluck().get()
      : 0;
    return {
      bytes: statSync(file).size,
      version: Number(sqlite.pragma("user_version", { simple: true })),
      isWriteAhead: sqlite.pragma("journal_mode", { simple: true }) === "wal",
      admins: Number(admins),
    };
  } finally {
    sqlite.close();
  }
}
