import { execFile } from "node:child_process";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import type { App } from "#server/app.ts";

const run = promisify(execFile);
const NIGHTLY = /^nightly-.*\.db$/u;

/**
 * Copies the database into the backup folder and forgets the oldest nightly copies.
 * In a process of its own: copying holds its thread for as long as it takes, and people wait for this one.
 */
export async function backUpNightly(
  app: App,
  { signal }: { signal: AbortSignal },
): Promise<Record<string, number>> {
  const { backupDir, backupKeep } = app.config;
  const name = `nightly-${app.now().toISOString().slice(0, 19).replaceAll(":", "-")}.db`;
  const file = join(backupDir, name);
  await run(process.execPath, [...process.execArgv, process.argv[1] ?? "", "backup", file], { signal });
  const copies = (await readdir(backupDir)).filter((entry) => NIGHTLY.test(entry)).toSorted();
  const surplus = copies.slice(0, Math.max(0, copies.length - backupKeep));
  await Promise.all(surplus.map((entry) => rm(join(backupDir, entry))));
  return { bytes: (await stat(file)).size, kept: copies.length - surplus.length };
}
