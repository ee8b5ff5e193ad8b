import { execFile } from "node:child_process";
import { readdir, rm, stat } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { isSea } from "node:sea";
import { promisify } from "node:util";

import type { App, JobWork } from "#server/app.ts";
import type { BackupFile } from "#shared/operations/system.ts";

/** Exit code of `stackloop check` for a damaged database. Other failures don't indicate damage. */
export const DAMAGED_EXIT_CODE = 2;

/** Checks the whole database in a separate process. Throws an error with instructions if it is damaged. */
export async function checkWholeDatabase(
  { storage }: App,
  { signal }: Pick<JobWork, "signal">,
): Promise<Record<string, number>> {
  try {
    await runCommand(["check"], signal, "the check was interrupted");
  } catch (error) {
    if (error instanceof FailedCommand && error.exitCode === DAMAGED_EXIT_CODE)
      storage.recordCorruption(error);
    throw error;
  }
  storage.recordIntact();
  return {};
}

/** Matches the names of this job's own backups, the only files that it may delete. */
const NIGHTLY_BACKUP = /^nightly-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.db$/u;

/** Backs up the database to the backup folder, in a separate process, and deletes the oldest nightly backups. */
export async function backUpNightly(
  app: App,
  { signal }: Pick<JobWork, "signal">,
): Promise<Record<string, number>> {
  const { backupDir, backupKeep } = app.config;
  const { bytes } = await app.database.measureSize();
  if (!(await app.storage.hasRoomFor(backupDir, bytes)))
    throw new Error(`there isn't enough space for a backup in ${backupDir}; free up disk space`);
  const name = `nightly-${app.now().toISOString().slice(0, 19).replaceAll(":", "-")}.db`;
  const file = join(backupDir, name);
  await runCommand(["backup", file], signal, "the copy was interrupted");
  // The new backup may not sort last by name, because clocks can be set back.
  const olderBackups = (await readdir(backupDir)).filter(
    (entry) => NIGHTLY_BACKUP.test(entry) && entry !== name,
  );
  const surplus = olderBackups.toSorted().slice(0, Math.max(0, olderBackups.length + 1 - backupKeep));
  await Promise.all(surplus.map((entry) => rm(join(backupDir, entry))));
  return { bytes: (await stat(file)).size, kept: olderBackups.length + 1 - surplus.length };
}

/**
 * Lists the backups in the folder, newest first, without reading them. Each was checked before it got its name, and
 * `stackloop check` and `stackloop doctor` read them.
 */
export async function backupFiles({ config }: Pick<App, "config">): Promise<BackupFile[]> {
  const names = await listNames(config.backupDir);
  const files = await Promise.all(
    names.filter((name) => name.endsWith(".db")).map((name) => describeBackup(join(config.backupDir, name))),
  );
  return files.flat().toSorted((a, b) => (a.at < b.at ? 1 : -1));
}

/** Returns no names if the folder doesn't exist. */
const listNames = async (folder: string): Promise<string[]> => {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
};

/** Returns an empty list if the file was deleted in the meantime. */
const describeBackup = async (file: string): Promise<BackupFile[]> => {
  try {
    const { mtime, size } = await stat(file);
    return [{ at: mtime.toISOString(), bytes: size }];
  } catch {
    return [];
  }
};

const execFileAsync = promisify(execFile);

/** Failed command of this program, with its error line. */
class FailedCommand extends Error {
  readonly exitCode: unknown;

  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.exitCode = cause instanceof Error && "code" in cause ? cause.code : undefined;
  }
}

/**
 * Runs a command of this program in a separate process at low priority, because reading or copying a database would
 * block this one, which serves users. If it fails, throws its error line, or `fallbackMessage` if it printed none.
 */
async function runCommand(command: string[], signal: AbortSignal, fallbackMessage: string): Promise<void> {
  try {
    const work = execFileAsync(process.execPath, [...programArguments(), ...command], { signal });
    if (work.child.pid !== undefined) lowerPriority(work.child.pid);
    await work;
  } catch (error) {
    throw new FailedCommand(readErrorLine(error) ?? fallbackMessage, error);
  }
}

/** Returns Node.js's arguments for this program. An executable file contains the program and its flags. */
const programArguments = (): string[] => (isSea() ? [] : [...process.execArgv, process.argv[1] ?? ""]);

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // The process has already ended, or the system doesn't allow this. The command then runs at normal priority.
  }
}

/** Returns the error line of a failed command. */
function readErrorLine(error: unknown): string | undefined {
  const stderr = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
  return /^stackloop: (.+)$/mu.exec(stderr)?.[1];
}
