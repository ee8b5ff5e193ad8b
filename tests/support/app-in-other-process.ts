import { pino } from "pino";
import { onTestFinished } from "vitest";

import { startDatabase } from "#db/open.ts";
import type { App } from "#server/app.ts";
import { createApp } from "#server/create-app.ts";

import { inlineWorkers } from "./inline-workers.ts";
import type { TestApp } from "./test-app.ts";

/** The product in another process on the same database, as if on another machine, with the same clock. */
export async function appInOtherProcess(app: TestApp): Promise<App> {
  const log = pino({ level: "silent" });
  const { backupDir: backupFolder } = app.config;
  const database = await startDatabase(app.database.url, { backupFolder, log, runsAlongsideServer: true });
  app.database.isShared = true;
  database.isShared = true;
  const beside = await createApp(app.config, database, log, inlineWorkers());
  onTestFinished(async () => {
    await beside.jobs.stop();
    await beside.workers.stop();
    await database.close();
  });
  return Object.assign(beside, { now: () => app.now(), integrations: app.integrations });
}
