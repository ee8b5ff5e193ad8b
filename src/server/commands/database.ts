import { statSync } from "node:fs";
import { join } from "node:path";

import { backupDatabase } from "#db/backup.ts";
import { checkDatabase, databaseFileOf } from "#db/database-file.ts";
import { DamagedDatabaseError } from "#db/errors.ts";
import { lockOrRefuse } from "#db/lock.ts";
import { migrateToLatest } from "#db/migrate.ts";
import { restoreAdvice } from "#db/newest-backup.ts";
import { openDatabase } from "#db/open.ts";
import { restoreDatabase } from "#db/restore.ts";
import { DAMAGED_EXIT_CODE } from "#server/features/jobs/database-check.service.ts";

import { type Command, CommandError, formatBytes, readArguments, refuseArguments } from "./command.ts";

export const migrate: Command = {
  name: "migrate",
  usage: "",
  summary: "Update the database tables",
  async run(args, { config, print }) {
    refuseArguments(args);
    const file = databaseFileOf(config.databaseUrl);
    const lock = lockOrRefuse(file);
    const database = openDatabase(file, config.backupDir);
    try {
      const { from, to, backupFile } = await migrateToLatest(database, new Date().toISOString());
      print(from === to ? `${file} is up to date (version ${to})` : `${file}: version ${from} → ${to}`);
      if (backupFile) print(`The previous database is in ${backupFile}`);
    } finally {
      await database.close();
      lock.release();
    }
  },
};

export const backup: Command = {
  name: "backup",
  usage: "[FILE]",
  summary: "Back up the database (works while the server runs)",
  details: [
    "The copy is consistent, checked and complete: accounts, tools, images.",
    "Without FILE, it is saved as stackloop-<time>.db in BACKUP_DIR.",
  ],
  run(args, { config, print }) {
    const { places } = readArguments(args, { least: 0, most: 1 }, {});
    const target = places[0] ?? join(config.backupDir, `stackloop-${timestamp()}.db`);
    const { file, bytes } = backupDatabase(databaseFileOf(config.databaseUrl), target);
    print(`${file} (${formatBytes(bytes)}), checked`);
    return Promise.resolve();
  },
};

export const check: Command = {
  name: "check",
  usage: "",
  summary: "Read the whole database and check it (works while the server runs)",
  details: [
    "Changes nothing. The server does this every night, and after it ended unexpectedly.",
    `Exits with code ${DAMAGED_EXIT_CODE} if the database is damaged.`,
  ],
  run(args, { config, print }) {
    refuseArguments(args);
    const file = databaseFileOf(config.databaseUrl);
    try {
      checkDatabase(file, "thorough");
    } catch (error) {
      if (!(error instanceof DamagedDatabaseError)) throw error;
      throw new CommandError(`${error.message}; ${restoreAdvice(config.backupDir)}`, DAMAGED_EXIT_CODE);
    }
    print(`${file} (${formatBytes(statSync(file).size)}), intact`);
    return Promise.resolve();
  },
};

export const restore: Command = {
  name: "restore",
  usage: "FILE",
  summary: "Restore a backup (stop the server first)",
  details: [
    "FILE is checked first and not changed. The replaced database is kept next to the restored one.",
    "A backup from an older version is updated when the server starts.",
  ],
  run(args, { config, print }) {
    const { places } = readArguments(args, { least: 1, most: 1 }, {});
    const file = databaseFileOf(config.databaseUrl);
    const lock = lockOrRefuse(file);
    try {
      const replaced = restoreDatabase(places[0] ?? "", file, `${file}.replaced-${timestamp()}`);
      print(`Restored ${file} from ${places[0]}`);
      if (replaced !== null) print(`The previous database is in ${replaced}`);
    } finally {
      lock.release();
    }
    return Promise.resolve();
  },
};

/** This moment as it can stand in a file's name; names sort by time. */
const timestamp = (): string => new Date().toISOString().replaceAll(/[:.]/gu, "-");
