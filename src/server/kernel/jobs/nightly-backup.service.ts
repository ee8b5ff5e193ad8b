import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

import type { App, JobWork } from "#server/app.ts";

import { runCommand } from "./own-command.ts";

/** Matches the exact names of this job's own backups. It may delete only these. */
const NIGHTLY = /^nightly-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.db$/u;

/** Backs up the database to the backup folder, in a separate process, and deletes the oldest nightly backups. */
export async function backUpNightly(
  app: App,
  { signal }: Pick<JobWork, "signal">,
): Promise<Record<string, number>> {
  const { backupDir, backupKeep } = app.config;
  const { bytes } = await app.database.measure();
  if (!(await app.storage.hasRoomFor(backupDir, bytes)))
    throw new Error(`there isn't enough space for a backup in ${backupDir}; free up disk space`);
  const name = `nightly-${app.now().toISOString().slice(0, 19).replaceAll(":", "-")}.db`;
  const file = join(backupDir, name);
  await runCommand(["backup", file], signal, "the copy was interrupted");
  // By name the new backup may not be the newest, because clocks may be set back.
  const others = (await readdir(backupDir)).filter((entry) => NIGHTLY.test(entry) && entry !== name);
  const surplus = others.toSorted().slice(0, Math.max(0, others.length + 1 - backupKeep));
  await Promise.all(surplus.map((entry) => rm(join(backupDir, entry))));
  return { bytes: (await stat(file)).size, kept: others.length + 1 - surplus.length };
}
