import type { OpenDatabase } from "#db/database.ts";
import { startDatabase } from "#db/open.ts";
import type { App } from "#server/app.ts";
import { createApp } from "#server/create-app.ts";
import { createWorkers, type Workers } from "#server/workers/workers.ts";

import type { Terminal } from "./terminal/command.ts";

/** Runs a task in a thread, so that this one can show progress and react to Ctrl-C. */
export const runInThread: Workers["run"] = async (name, input, options) => {
  const workers = createWorkers();
  try {
    return await workers.run(name, input, options);
  } finally {
    await workers.stop();
  }
};

/**
 * Opens the database for a command that may run alongside a server. Without a server, the tables are migrated first.
 * With one, they must already have this version.
 */
export async function withApp<Result>(
  { config, log, progress }: Pick<Terminal, "config" | "log" | "progress">,
  work: (app: App, database: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const database = await startDatabase(config.databaseUrl, {
    backupFolder: config.backupDir,
    log,
    onStep: showMigration(progress),
    runsAlongsideServer: true,
  });
  let app: App | undefined;
  try {
    progress.end();
    app = await createApp(config, database, log);
    return await work(app, database);
  } finally {
    await app?.pendingWork.idle();
    await app?.workers.stop();
    await database.close();
  }
}

/** Shows the current migration on a terminal. In a large database, one may take minutes. */
export const showMigration =
  (progress: Terminal["progress"]) =>
  (name: string, version: number, last: number): void => {
    progress.show(`Updating the tables … ${version} of ${last} (${name})`);
  };
