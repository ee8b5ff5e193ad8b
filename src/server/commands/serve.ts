import type { Server } from "node:http";

import { Cron } from "croner";

import { databaseFileOf } from "#db/database-file.ts";
import { lockOrRefuse } from "#db/lock.ts";
import { migrateToLatest } from "#db/migrate.ts";
import { openDatabase } from "#db/open.ts";
import type { App } from "#server/app.ts";
import { makeOneTimeLink } from "#server/features/users/one-time-links.service.ts";
import { hasAdmin } from "#server/features/users/users.service.ts";
import { listen } from "#server/http/server.ts";
import { builtClientFolder, webClient } from "#server/http/web-client.ts";
import { makeApp } from "#server/make-app.ts";

import type { Command, Terminal } from "./command.ts";

/** How long requests in flight may take to finish once the server was asked to stop. */
const GRACE_MS = 10_000;

export const serve: Command = {
  name: "serve",
  usage: "",
  summary: "Serve the product (the default)",
  async run(_args, { config, log, print }) {
    const file = databaseFileOf(config.databaseUrl);
    const lock = lockOrRefuse(file);
    const database = openDatabase(file, config.backupDir);
    const migrated = await migrateToLatest(database, new Date().toISOString());
    if (migrated.backupFile)
      log.info({ backup: migrated.backupFile }, "copied the database before changing its tables");
    const app = await makeApp(config, database, log);
    const { server, port } = await listen(app, await clientOf(config));
    if (config.publicUrl === null) app.publicUrl = `http://localhost:${port}`;
    const pruning = new Cron("0 * * * *", () => app.sessions.deleteExpiredSessions());
    print(`StackLoop is serving on ${app.publicUrl}`);
    await printSetupLink(app, print);
    log.info({ host: config.host, port, file }, "serving");

    const signal = await stopSignal();
    log.info({ signal }, "stopping");
    pruning.stop();
    await drain(server);
    await database.close();
    lock.release();
  },
};

async function clientOf(config: Terminal["config"]) {
  if (!config.isProduction) {
    const { viteClient } = await import("#server/http/vite-client.ts");
    return viteClient();
  }
  const folder = builtClientFolder();
  return folder === undefined ? null : webClient(folder);
}

async function printSetupLink(app: App, print: Terminal["print"]): Promise<void> {
  if (await hasAdmin(app)) return;
  const { url } = await makeOneTimeLink(app, "setup");
  print(`There is no administrator yet. Open this one-time link to become one: ${url}`);
}

/** Waits until the process is asked to stop; asked a second time it stops at once. */
function stopSignal(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let isStopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      resolve(signal);
    });
  }
  return promise;
}

async function drain(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => {
    resolve();
  });
  server.closeIdleConnections();
  const impatience = setTimeout(() => {
    server.closeAllConnections();
  }, GRACE_MS);
  await promise;
  clearTimeout(impatience);
}
