import { databaseFileOf } from "#db/database-file.ts";
import { DatabaseError } from "#db/errors.ts";
import { tryLock } from "#db/lock.ts";
import { isMigrated, migrateToLatest } from "#db/migrate.ts";
import { type OpenDatabase, openDatabase } from "#db/open.ts";
import type { App } from "#server/app.ts";
import type { Config } from "#server/config.ts";
import { createApp } from "#server/create-app.ts";
import type { Log } from "#server/log.ts";

/** A mistake of whoever typed the command; the message is the one line they see. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** What a command works with. */
export interface Terminal {
  config: Config;
  log: Log;
  /** Writes a line for the person at the terminal. */
  print(line: string): void;
}

/** One row of the command line. */
export interface Command {
  name: string;
  /** What stands behind the name, such as `FORMAT FILE`. */
  usage: string;
  summary: string;
  /** Longer help, a line each. */
  details?: readonly string[];
  run(args: string[], terminal: Terminal): Promise<void>;
}

/**
 * Opens the database for a command that may run beside a server. Where no server runs, the tables are brought up to
 * date first; where one runs, they must be of this version already.
 */
export async function withApp<Result>(
  { config, log }: Pick<Terminal, "config" | "log">,
  work: (app: App, database: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const file = databaseFileOf(config.databaseUrl);
  const lock = tryLock(file);
  const database = openDatabase(file, config.backupDir);
  try {
    if (lock) await migrateToLatest(database, new Date().toISOString());
    else if (!(await isMigrated(database.db))) {
      throw new DatabaseError(
        "the running server has a different version; restart it with this version first",
      );
    }
    return await work(await createApp(config, database, log), database);
  } finally {
    await database.close();
    lock?.release();
  }
}
