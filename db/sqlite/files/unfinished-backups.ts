import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Returns the name of an unfinished backup. It contains the id of the process that writes it. */
export const unfinishedBackup = (target: string): string => `${target}.backup-${process.pid}.unfinished`;

/** Names of unfinished backups, of this and earlier versions, and of SQLite's files next to them. */
const UNFINISHED = /\.(?:db|backup-(?<pid>\d+))\.unfinished(?:-journal)?$/u;

/** Deletes unfinished backups whose process has ended. */
export function removeUnfinishedBackups(folder: string): void {
  for (const file of filesIn(folder)) {
    const unfinished = UNFINISHED.exec(file);
    if (unfinished && !isOfAnother(Number(unfinished.groups?.["pid"]))) removeIfPossible(file);
  }
}

function removeIfPossible(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Leftovers only use space. The backup itself reports a folder that can't be written.
  }
}

/** True if another running process has this id. */
function isOfAnother(pid: number): boolean {
  if (Number.isNaN(pid) || pid === process.pid) return false;
  try {
    // Signal 0 only checks for existence.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Returns the paths of a folder's entries; none if it is missing or unreadable. */
export function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((entry) => join(folder, entry));
  } catch {
    return [];
  }
}
