import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

import type { App } from "#server/app.ts";
import type { BackupFile } from "#shared/operations/system.ts";

/**
 * Returns the backups in the folder, newest first. Reads none of them: each was checked before it got its name, and
 * `stackloop check` and `stackloop doctor` read them.
 */
export async function backupFiles({ config }: Pick<App, "config">): Promise<BackupFile[]> {
  const names = await namesIn(config.backupDir);
  const files = await Promise.all(
    names.filter((name) => name.endsWith(".db")).map((name) => describe(join(config.backupDir, name))),
  );
  return files.flat().toSorted((a, b) => (a.at < b.at ? 1 : -1));
}

/** Returns no names if the folder doesn't exist. */
const namesIn = async (folder: string): Promise<string[]> => {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
};

/** Returns nothing for a file deleted in the meantime. */
const describe = async (file: string): Promise<BackupFile[]> => {
  try {
    const { mtime, size } = await stat(file);
    return [{ at: mtime.toISOString(), bytes: size }];
  } catch {
    return [];
  }
};
