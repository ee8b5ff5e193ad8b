import { existsSync } from "node:fs";
import { dirname } from "node:path";

import type { OpenDatabase, StartLog, StartOptions } from "../database.ts";
import { otherVersionError } from "../errors.ts";
import { removeUnfinishedBackups, removeUnfinishedRestore } from "./files/backup.ts";
import { refuseLostFile, renameLog } from "./files/database-file.ts";
import {
  type DatabaseLock,
  findSharedFileSystem,
  requireLock,
  refuseOtherName,
  sharedFileSystemAdvice,
  storeServedName,
  tryLock,
} from "./files/lock.ts";
import { makeDatabasePrivate } from "./files/private-files.ts";
import { isMigrated, migrateFile } from "./migrate-file.ts";
import { openFile } from "./open-file.ts";

/** Opens a database file for one process that owns it, or for a process alongside that owner. See `startDatabase`. */
export async function startFile(file: string, options: StartOptions): Promise<OpenDatabase> {
  const lock = options.runsAlongsideServer ? tryLock(file) : requireLock(file);
  try {
    if (options.runsAlongsideServer && lock) refuseOtherName(file);
    if (!options.isNew) refuseLostFile(file, options.backupFolder);
    if (!options.runsAlongsideServer) prepareToServe(file, options);
    return await openLocked(file, lock, options);
  } catch (error) {
    lock?.release();
    throw error;
  }
}

async function openLocked(
  file: string,
  lock: DatabaseLock | undefined,
  { backupFolder, log, onStep, runsAlongsideServer = false }: StartOptions,
): Promise<OpenDatabase> {
  // A new database has nothing to migrate. Its operator needs the log only for the setup link.
  const isNew = !existsSync(file);
  const database = openFile(file, backupFolder);
  try {
    if (!runsAlongsideServer) warnOfReadableFiles(file, backupFolder, log);
    if (lock) {
      const { backupFile } = await migrateFile(database, new Date().toISOString(), {
        onStep(name, version, last) {
          if (!isNew) onStep?.(name, version, last);
        },
      });
      if (backupFile !== null)
        log.info({ backup: backupFile }, "backed up the database before updating its tables");
    } else if (!(await isMigrated(database.db))) {
      throw otherVersionError();
    }
    if (!runsAlongsideServer) await storeServedName(database.db, file);
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    ...database,
    async close() {
      await database.close();
      lock?.release();
    },
  };
}

function prepareToServe(file: string, { backupFolder, log }: StartOptions): void {
  warnOfSharedFileSystem(dirname(file), log);
  removeUnfinishedBackups(backupFolder);
  removeUnfinishedRestore(file);
  if (!existsSync(file)) renameLog(file);
}

function warnOfSharedFileSystem(folder: string, log: StartLog): void {
  const name = findSharedFileSystem(folder);
  if (name !== undefined) log.warn({}, sharedFileSystemAdvice(folder, name));
}

function warnOfReadableFiles(file: string, backupFolder: string, log: StartLog): void {
  const files = makeDatabasePrivate(file, backupFolder);
  if (files.length === 0) return;
  log.warn(
    { files },
    "other accounts of this machine can read these files, which belong to another one; run chmod 600 on them",
  );
}
