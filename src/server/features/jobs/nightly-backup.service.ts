import { execFile } from "node:child_process";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import type { App, JobWork } from "#server/app.ts";

const run = promisify(execFile);
/** Only what has exactly such a name is this job's own, and may be deleted by it. */
const NIGHTLY = /^nightly-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.db$/u;

/**
 * Copies the database into the backup folder and forgets the oldest nightly copies.
 * In a process of its own: copying holds its thread for as long as it takes, and people wait for this one.
 */
export async function backUpNightly(
  app: App,
  { signal }: Pick<JobWork, "signal">,
): Promise<Record<string, number>> {
  const { backupDir, backupKeep } = app.config;
  const name = `nightly-${app.now().toISOString().slice(0, 19).replaceAll(":", "-")}.db`;
  const file = join(backupDir, name);
  await copyTo(file, signal);
  // By its name the new copy need not be the newest: clocks are set back.
  const others = (await readdir(backupDir)).filter((entry) => NIGHTLY.test(entry) && entry !== name);
  const surplus = others.toSorted().slice(0, Math.max(0, others.length + 1 - backupKeep));
  await Promise.all(surplus.map((entry) => rm(join(backupDir, entry))));
  return { bytes: (await stat(file)).size, kept: others.length + 1 - surplus.length };
}

async function copyTo(file: string, signal: AbortSignal): Promise<void> {
  const command = [...process.execArgv, process.argv[1] ?? "", "backup", file];
  try {
    await run(process.execPath, command, { signal });
  } catch (error) {
    throw new Error(readReason(error), { cause: error });
  }
}

/** The line that a command which fails leaves behind. */
function readReason(error: unknown): string {
  const said = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
  return /^stackloop: (.+)$/mu.exec(said)?.[1] ?? "the copy was interrupted";
}
