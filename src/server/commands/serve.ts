import type { Server } from "node:http";

import type { OpenDatabase } from "#db/database.ts";
import { startDatabase } from "#db/open.ts";
import type { App } from "#server/app.ts";
import { createApp } from "#server/create-app.ts";
import { createOneTimeLink } from "#server/features/users/one-time-links.service.ts";
import { hasAdmin } from "#server/features/users/users.service.ts";
import { listen } from "#server/http-server.ts";
import { Draining } from "#server/http/draining.ts";
import { builtClientFolder, webClient, type WebClientMaker } from "#server/http/web-client.ts";
import { inBackground } from "#server/in-background.ts";
import { linkScanner } from "#server/kernel/links/link-reading.service.ts";
import { searchIndexer } from "#server/kernel/search/search-index.service.ts";
import { localOrigin } from "#server/request-origin.ts";
import { runLoop } from "#server/run-loop.ts";
import { walCheckpointer } from "#server/wal-checkpointer.ts";

import { CommandError, defineCommand, EXIT, type Terminal } from "./command.ts";
import { SAME_KEY_PRESS_MS } from "./interruption.ts";

/** How long requests in flight may take to finish once the server was asked to stop. */
const GRACE_MS = 10_000;
const STORAGE_WATCH_MS = 5000;
const MOVES_WATCH_MS = 60_000;

export const serve = defineCommand({
  name: "serve",
  summary: "Serve the product (the default)",
  details: [
    "SIGTERM or Ctrl-C stop it: requests under way are finished, 10 seconds at most. The log is on standard output.",
  ],
  options: {
    new: { about: "create a database file although its log or backups show that there was one" },
  },
  exits: {
    [EXIT.done]: "stopped as asked",
    [EXIT.failed]: "can't start, or had to stop; standard error says why",
    [EXIT.interrupted]: null,
  },
  example: "serve",
  async run({ options: { new: isNew } }, { config, log, settings, print }) {
    // From the first moment on, so that a start that is broken off ends well too.
    const stopAsked = stopSignal(log);
    const database = await startDatabase(config.databaseUrl, {
      backupFolder: config.backupDir,
      log,
      isNew,
      onStep(migration, version, last) {
        log.info({ migration, version, last }, "updating the tables");
      },
    });
    if (database.wasLeftOpen)
      log.warn("the last server did not end in order; the database is checked while this one serves");
    const app = await createApp(config, database, log);
    const { server, port } = await listenOrRefuse(app);
    const draining = new Draining(server);
    if (config.publicUrl === null) app.publicUrl = localOrigin(config.host, port);
    print(`StackLoop is serving on ${app.publicUrl}`);
    print(`Settings that differ from the defaults: ${settings.changed.join(", ") || "none"}`);
    await printSetupLink(app, print);
    log.info({ host: config.host, port, database: database.name }, "serving");
    app.eventLoop.start();
    inBackground(log, "scheduling the jobs", scheduleJobs(app, database));
    const ending = new AbortController();
    const { signal: ended } = ending;
    const keeping = [
      runLoop(ended, searchIndexer(app)),
      runLoop(ended, linkScanner(app)),
      runLoop(ended, walCheckpointer(app, database, ended)),
      runLoop(ended, () => watchStorage(app)),
      runLoop(ended, () => finishMoves(app)),
    ];

    const signal = await stopAsked;
    log.info({ signal }, "stopping");
    const [isAnswered] = await Promise.all([draining.end(GRACE_MS), app.jobs.stop()]);
    ending.abort();
    await Promise.all([...keeping, app.moves.stop(), app.workers.stop()]);
    if (!isAnswered) log.warn("closed requests that took too long");
    await database.close();
    // Work that outlived its request, such as a wait for a slow service, would keep the process.
    process.exit();
  },
});

/** Has the log tell of a disk that fills up although nobody asks. */
async function watchStorage({ storage }: App): Promise<number> {
  await storage.findProblems();
  return STORAGE_WATCH_MS;
}

/** Goes on with rows that an earlier run of the server, or another process that is gone, has left to be moved. */
async function finishMoves({ moves }: App): Promise<number> {
  moves.start();
  await moves.ended();
  return MOVES_WATCH_MS;
}

/** After an end that was none in order, nobody knows whether the file is whole until it was read. */
async function scheduleJobs({ jobs }: App, { wasLeftOpen }: OpenDatabase): Promise<void> {
  await jobs.schedule();
  if (wasLeftOpen) await jobs.start("check", "unclean-end");
}

async function webClientFor(app: App): Promise<WebClientMaker | null> {
  const { config, log } = app;
  if (!config.isProduction) {
    const { viteClient } = await import("#server/http/vite-client.ts");
    return (server) => viteClient(server, log);
  }
  const folder = builtClientFolder();
  return folder === undefined ? null : () => webClient(app, folder);
}

async function listenOrRefuse(app: App): Promise<{ server: Server; port: number }> {
  const { host, port } = app.config;
  try {
    return await listen(app, await webClientFor(app));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EADDRINUSE") {
      throw new CommandError(
        `another program is already using ${host}:${port}; stop it, or set PORT to another number`,
      );
    }
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
      throw new CommandError(
        `this machine has no address ${host}; set HOST to one it has, or to 0.0.0.0 for all`,
      );
    }
    throw error;
  }
}

async function printSetupLink(app: App, print: Terminal["print"]): Promise<void> {
  if (await hasAdmin(app)) return;
  const { url } = await createOneTimeLink(app, "setup");
  print(`There is no administrator yet. Open this one-time link to become one: ${url}`);
}

/**
 * Waits until the process is asked to stop; asked a second time it stops at once. An error that nobody caught stops it
 * too, since what it left behind is unknown; a promise that failed unseen does not, since it only left its own work.
 */
function stopSignal(log: Terminal["log"]): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let askedAt: number | undefined;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      askedAt ??= performance.now();
      if (performance.now() - askedAt > SAME_KEY_PRESS_MS) process.exit(1);
      resolve(signal);
    });
  }
  process.on("unhandledRejection", (reason) => {
    log.error({ err: reason }, "unhandled promise rejection");
  });
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "uncaught exception");
    process.exitCode = 1;
    resolve("uncaughtException");
  });
  return promise;
}
