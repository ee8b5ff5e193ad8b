import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import Database from "better-sqlite3";

import { SCHEMA_VERSION } from "#db/migrations/index.ts";

export const hashOf = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");

/** Overwrites the middle of a database: its header stays valid, its tables do not. */
export function damage(file: string): void {
  const bytes = readFileSync(file);
  bytes.fill(0xff, 4096, 12 * 4096);
  writeFileSync(file, bytes);
}

/** Damages a page in the middle of a table, which only a full check reads. */
export function damageBeyondQuickCheck(file: string): void {
  const sqlite = new Database(file);
  const insert = sqlite.prepare("insert into settings (key, value) values (?, ?)");
  for (let row = 0; row < 100; row += 1) insert.run(`padding ${row}`, "x".repeat(1000));
  sqlite.close();
  damageTable(file, "settings");
}

/** Damages a page in the middle of a table with several pages. */
export function damageTable(file: string, table: string): void {
  const sqlite = new Database(file);
  sqlite.pragma("wal_checkpoint(TRUNCATE)");
  const pages = sqlite
    .prepare<[string], number>("select pageno from dbstat where name = ? and pagetype = 'leaf' order by path")
    .pluck()
    .all(table);
  sqlite.close();
  const page = pages[Math.floor(pages.length / 2)] ?? 0;
  const bytes = readFileSync(file);
  bytes.fill(0xff, (page - 1) * 4096, page * 4096);
  writeFileSync(file, bytes);
}

/** Creates a database like another program's. */
export function foreignDatabase(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const sqlite = new Database(file);
  sqlite.exec("create table recipes (name text)");
  sqlite.close();
}

/** Marks a database as changed by a later version of the product. */
export function setNewerVersion(file: string): void {
  const sqlite = new Database(file);
  sqlite.pragma(`user_version = ${SCHEMA_VERSION + 1}`);
  sqlite.close();
}
