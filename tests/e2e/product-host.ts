/**
 * The process in which a worker of the browser tests runs one product after the other, each like `stackloop serve`:
 * loading the program takes most of the start time. Messages from the tests start and stop products.
 */
import { startDatabase } from "#db/open.ts";
import { startServer } from "#server/commands/start-server.ts";
import { readConfig } from "#server/config/config.ts";
import { createApp } from "#server/create-app.ts";
import { createOneTimeLink } from "#server/features/users/users.service.ts";
import { createLog } from "#server/log.ts";
import { createWorkers } from "#server/workers/workers.ts";

/** Starts a product with these settings, or stops the current one. */
export type HostRequest = { settings: Record<string, string> } | "stop";

export interface HostReply {
  /** Set if a product was started. */
  started?: { origin: string; setupToken: string };
  error?: string;
}

// SQLite's workers need nothing from the environment, so all products can share them.
const workers = createWorkers();
let stop: (() => Promise<void>) | undefined;

async function start(settings: Record<string, string>): Promise<HostReply> {
  const config = readConfig(settings);
  const log = await createLog(config);
  const database = await startDatabase(config.databaseUrl, { backupFolder: config.backupDir, log });
  const app = await createApp(config, database, log, workers);
  // System would report pauses of a busy machine, which no test expects.
  app.eventLoop.start = () => {};
  const server = await startServer(app, database);
  stop = async () => {
    stop = undefined;
    await server.stop(0);
    await database.close();
  };
  const { url } = await createOneTimeLink(app, "setup");
  return { started: { origin: app.publicUrl, setupToken: new URL(url).searchParams.get("setup") ?? "" } };
}

async function reply(request: HostRequest): Promise<HostReply> {
  try {
    if (request !== "stop") return await start(request.settings);
    await stop?.();
    return {};
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

process.on("message", (request: HostRequest) => {
  void reply(request).then((result) => process.send?.(result));
});
process.on("disconnect", () => process.exit());
// As in `stackloop serve`, a failure of background work must not end the process.
process.on("unhandledRejection", (reason) => console.error(reason));
