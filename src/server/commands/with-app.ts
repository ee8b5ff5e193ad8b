import { databaseFileOf } from "#db/sqlite/database-file.ts";
import { DatabaseError } from "#db/sqlite/errors.ts";
import { tryLock } from "#db/sqlite/lock.ts";
import { isMigrated, migrateToLatest } from "#db/sqlite/migrate.ts";
import { type OpenDatabase, openDatabase } from "#db/sqlite/open.ts";
import type { App } from "#server/app.ts";
import { createApp } from "#server/create-app.ts";

import type { Terminal } from "./command.ts";

/**
 * Opens the database for a command that may run beside a server. Where no server runs, the tables are brought up to
 * date first; where one runs, they must be of this version already.
 */
export async function withApp<Result>(
  { config, log, progress }: Pick<Terminal, "config" | "log" | "progress">,
  work: (app: App, database: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const file = databaseFileOf(config.databaseUrl);
  const lock = tryLock(file);
  const database = openDatabase(file, config.backupDir);
  let workers: App["workers"] | undefined;
  try {
    if (lock) {
      await migrateToLatest(database, new Date().toISOString(), { onStep: showStep(progress) });
      progress.end();
    } else if (!(await isMigrated(database.db))) {
      throw new DatabaseError(
        "the running server has a different version; restart it with this version first",
      );
    }
    const app = await createApp(config, database, log);
    workers = app.workers;
    return await work(app, database);
  } finally {
    await workers?.stop();
    await database.close();
    lock?.release();
  }
}

/** Has a terminal tell which migration is under way; of a large database one may take minutes. */
export const showStep =
  (progress: Terminal["progress"]) =>
  (name: string, version: number, last: number): void => {
    progress.show(`Updating the tables … ${version} of ${last} (${name})`);
  };
