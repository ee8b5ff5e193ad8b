import { rmSync, statSync } from "node:fs";
import { join } from "node:path";

import {
  finishRestore,
  lockOrRefuse,
  refuseOtherName,
  removeUnfinishedRestore,
  restoreAdvice,
  unfinishedBackup,
  unfinishedRestore,
} from "#db/database-files.ts";
import { requireDatabaseFile } from "#db/database-url.ts";
import { DamagedDatabaseError } from "#db/errors.ts";
import { migrateDatabase } from "#db/open.ts";
import { DAMAGED_EXIT_CODE } from "#server/kernel/jobs/backup-files.service.ts";

import { CommandError, defineCommand } from "./terminal/command.ts";
import type { GetProgress } from "./terminal/progress.ts";
import { cleanUpOnSignal, formatBytes } from "./terminal/terminal.ts";
import { runInThread, showMigration } from "./with-app.ts";

const NOT_CANCELLED = { signal: undefined };

export const migrate = defineCommand({
  name: "migrate",
  summary: "Update the database tables",
  details: [
    "The server does this when it starts. A database file with data is backed up first. A failed migration changes nothing.",
  ],
  json: "file, from, to (versions), backupFile or null",
  isLong: true,
  example: "migrate",
  async run(_given, { config, report, progress }) {
    const {
      name: file,
      from,
      to,
      backupFile,
    } = await migrateDatabase(config.databaseUrl, {
      backupFolder: config.backupDir,
      onStep: showMigration(progress),
    });
    const saved = backupFile === null ? [] : [`The previous database is in ${backupFile}`];
    report({ file, from, to, backupFile }, [
      from === to ? `${file} is up to date (version ${to})` : `${file}: version ${from} → ${to}`,
      ...saved,
    ]);
  },
});

export const backup = defineCommand({
  name: "backup",
  summary: "Back up the database file (works while the server runs)",
  details: ["The copy is consistent, verified and complete: accounts, tools, images."],
  args: {
    FILE: { about: "where to save it; by default, stackloop-<time>.db in BACKUP_DIR", isOptional: true },
  },
  json: "file, bytes",
  isLong: true,
  example: "backup /mnt/backups/stackloop.db",
  async run({ args }, { config, report, progress }) {
    const source = requireDatabaseFile(config.databaseUrl, "backup");
    refuseOtherName(source);
    const target = args.FILE ?? join(config.backupDir, `stackloop-${timestamp()}.db`);
    const unfinished = unfinishedBackup(target);
    const { file, bytes } = await cleanUpOnSignal(
      () => {
        removeWithJournal(unfinished);
      },
      () =>
        progress.during(
          `Backing up ${source}`,
          () => runInThread("database.backup", { source, target }, NOT_CANCELLED),
          copyProgress(source, unfinished),
        ),
    );
    report({ file, bytes }, [`${file} (${formatBytes(bytes)}), checked`]);
  },
});

export const check = defineCommand({
  name: "check",
  summary: "Check the whole database file (works while the server runs)",
  details: ["Changes nothing. The server does this every night, and after an unclean shutdown."],
  json: "file, bytes, intact (true or false)",
  isLong: true,
  exits: { [DAMAGED_EXIT_CODE]: "the database is damaged" },
  example: "check --json",
  async run(_given, { config, report, progress }) {
    const file = requireDatabaseFile(config.databaseUrl, "check");
    refuseOtherName(file);
    try {
      await progress.during(`Checking ${file}`, () => runInThread("database.check", { file }, NOT_CANCELLED));
    } catch (error) {
      if (!(error instanceof DamagedDatabaseError)) throw error;
      report({ file, bytes: statSync(file).size, intact: false }, []);
      throw new CommandError(`${error.message}; ${restoreAdvice(config.backupDir)}`, DAMAGED_EXIT_CODE);
    }
    const bytes = statSync(file).size;
    report({ file, bytes, intact: true }, [`${file} (${formatBytes(bytes)}), intact`]);
  },
});

export const restore = defineCommand({
  name: "restore",
  summary: "Restore a backup (stop the server first)",
  details: [
    "The backup is checked first and not changed. The replaced database stays next to the restored one. A backup from an older version is updated when the server starts.",
  ],
  args: { FILE: { about: "the backup" } },
  json: "file, backup, replaced (path of the previous database, or null)",
  isLong: true,
  example: "restore data/backups/nightly-2026-11-23T03-00-00.db",
  async run({ args: { FILE: from } }, { config, report, progress }) {
    const file = requireDatabaseFile(config.databaseUrl, "restore");
    const lock = lockOrRefuse(file);
    try {
      const replaced = await cleanUpOnSignal(
        () => {
          removeUnfinishedRestore(file);
        },
        async () => {
          await progress.during(
            `Restoring ${from}`,
            () => runInThread("database.prepareRestore", { backup: from, file }, NOT_CANCELLED),
            copyProgress(from, unfinishedRestore(file)),
          );
          return finishRestore(file, `${file}.replaced-${timestamp()}`);
        },
      );
      report({ file, backup: from, replaced }, [
        `Restored ${file} from ${from}`,
        ...(replaced === null ? [] : [`The previous database is in ${replaced}`]),
      ]);
    } finally {
      lock.release();
    }
  },
});

/** Returns the progress of a file copy. The check after it shows no progress. */
const copyProgress =
  (from: string, to: string): GetProgress =>
  () => {
    const share = statSync(to).size / statSync(from).size;
    return share < 0.99 ? `${Math.floor(share * 100)} %` : "checking the copy";
  };

function removeWithJournal(file: string): void {
  for (const ending of ["", "-journal"]) rmSync(file + ending, { force: true });
}

/** Returns the current time for a file name. Such names sort by time. */
const timestamp = (): string => new Date().toISOString().replaceAll(/[:.]/gu, "-");
