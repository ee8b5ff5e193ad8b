import { rmSync } from "node:fs";

import { filesIn } from "./files-in.ts";

/** What a backup is called until it is complete; the number is that of the process that writes it. */
export const unfinishedBackup = (target: string): string => `${target}.backup-${process.pid}.unfinished`;

/** Those of today and of earlier versions, with what SQLite puts beside them. */
const UNFINISHED = /\.(?:db|backup-(?<pid>\d+))\.unfinished(?:-journal)?$/u;

/** Removes what backups have left in a folder whose process ended before they were complete. */
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
    // It only takes room; a folder that can't be written is reported by the backup itself.
  }
}

/** Whether it is the number of another process that is running. */
function isOfAnother(pid: number): boolean {
  if (Number.isNaN(pid) || pid === process.pid) return false;
  try {
    // Signal 0 only asks.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
