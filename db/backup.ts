import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";

import Database from "better-sqlite3";

import { DatabaseFault } from "./faults.ts";

export interface Backup {
  file: string;
  bytes: number;
}

/**
 * Copies a live database into a new file and checks the copy before it gets its name.
 * `VACUUM INTO` on a connection of its own: the driver's own backup writes an empty file while a transaction is open.
 */
export function backupDatabase(source: string, target: string): Backup {
  if (!existsSync(source)) throw new DatabaseFault(`there is no database at ${source}`);
  if (existsSync(target)) throw new DatabaseFault(`${target} exists already; name another file`);
  mkdirSync(dirname(target), { recursive: true });
  const unfinished = `${target}.tmp`;
  rmSync(unfinished, { force: true });
  try {
    const sqlite = new Database(source, { readonly: true, timeout: 5000 });
    try {
      sqlite.prepare("vacuum into ?").run(unfinished);
    } finally {
      sqlite.close();
    }
    checkIntegrity(unfinished);
    syncToDisk(unfinished);
    renameSync(unfinished, target);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  return { file: target, bytes: statSync(target).size };
}

/** Throws when a database file is damaged or breaks its own references. */
export function checkIntegrity(file: string): void {
  const sqlite = new Database(file, { readonly: true });
  try {
    const isWhole = sqlite.pragma("quick_check", { simple: true }) === "ok";
    const broken = sqlite.prepare("pragma foreign_key_check").all();
    if (!isWhole || broken.length > 0) throw new DatabaseFault(`${file} is damaged`);
  } finally {
    sqlite.close();
  }
}

function syncToDisk(file: string): void {
  const descriptor = openSync(file, "r+");
  fsyncSync(descriptor);
  closeSync(descriptor);
}
