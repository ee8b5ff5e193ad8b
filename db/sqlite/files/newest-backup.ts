import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

import { checkDatabase } from "./database-file.ts";

/** Returns the newest usable backup in a folder. */
export function newestGoodBackup(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  return readdirSync(folder)
    .filter((name) => name.endsWith(".db"))
    .map((name) => join(folder, name))
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
    .find(isGood);
}

function isGood(backup: string): boolean {
  try {
    checkDatabase(backup, "thorough");
    return true;
  } catch {
    return false;
  }
}

/** Instructions for restoring the newest backup. */
export const restoreAdvice = (folder: string): string =>
  `restore a backup with: stackloop restore ${newestGoodBackup(folder) ?? "FILE"}`;
