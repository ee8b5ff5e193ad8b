import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

import type { App, JobWork } from "#server/app.ts";

import { runCommand } from "./own-command.ts";

/** Only what has exactly such a name is this job's own, and may be deleted by it. */
const NIGHTLY = /^nightly-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.db$/u;

/** Copies the database into the backup folder, in a process of its own, and forgets the oldest nightly copies. */
export async function backUpNightly(
  app: App,
  { signal }: Pick<JobWork, "signal">,
): Promise<Record<string, number>> {
  const { backupDir, backupKeep } = app.config;
  const { bytes } = await app.database.measure();
  if (!(await app.storage.hasRoomFor(backupDir, bytes)))
    throw new Error(`there isn't enough room for a backup in ${backupDir}; free up disk space`);
  const name = `nightly-${app.now().toISOString().slice(0, 19).replaceAll(":", "-")}.db`;
  const file = join(backupDir, name);
  await runCommand(["backup", file], signal, "the copy was interrupted");
  // By its name the new copy need not be the newest: clocks are set back.
  const others = (await readdir(backupDir)).filter((entry) => NIGHTLY.test(entry) && entry !== name);
  const surplus = others.toSorted().slice(0, Math.max(0, others.length + 1 - backupKeep));
  await Promise.all(surplus.map((entry) => rm(join(backupDir, entry))));
  return { bytes: (await stat(file)).size, kept: others.length + 1 - surplus.length };
}
