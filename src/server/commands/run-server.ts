import type { OpenDatabase } from "#db/database.ts";
import { startDatabase } from "#db/open.ts";
import type { App } from "#server/app.ts";
import { createApp } from "#server/create-app.ts";
import { createOneTimeLink, hasAdmin } from "#server/features/users/users.service.ts";

import { CommandError, type Terminal } from "./terminal/command.ts";
import { REPEATED_SIGNAL_MS } from "./terminal/terminal.ts";

/** Maximum time in ms for requests in progress to finish after a stop request. */
const GRACE_MS = 10_000;

interface ServeOptions {
  /** Creates the database file even if backups or a log show that there was one. */
  isNew: boolean;
  /** Runs before the server listens. */
  prepare?: (app: App) => Promise<void>;
}

/** Serves until the promise resolves, and closes everything. Returns the promise's value. */
export async function serveUntil(
  stopRequest: Promise<string>,
  { config, log, settings, print }: Pick<Terminal, "config" | "log" | "settings" | "print">,
  { isNew, prepare }: ServeOptions,
): Promise<string> {
  const database = await startDatabase(config.databaseUrl, {
    backupFolder: config.backupDir,
    log,
    isNew,
    onStep(migration, version, last) {
      log.info({ migration, version, last }, "updating the tables");
    },
  });
  if (database.wasLeftOpen)
    log.warn("the last server did not shut down cleanly; checking the database in the background");
  const app = await createApp(config, database, log);
  await prepare?.(app);
  const server = await startOrRefuse(app, database);
  // Created before the address is printed, so that it doesn't replace a link that someone creates right after that.
  const setupLink = await createSetupLink(app);
  print(`StackLoop is serving on ${app.publicUrl}`);
  print(`Settings that differ from the defaults: ${settings.changed.join(", ") || "none"}`);
  if (setupLink !== null)
    print(`There is no administrator yet. Open this one-time link to become one: ${setupLink}`);
  log.info({ host: config.host, port: server.port, database: database.name }, "serving");

  const signal = await stopRequest;
  log.info({ signal }, "stopping");
  if (!(await server.stop(GRACE_MS))) log.warn("closed requests that took too long");
  await app.workers.stop();
  await database.close();
  return signal;
}

async function startOrRefuse(app: App, database: OpenDatabase) {
  const { host, port } = app.config;
  // Loaded on demand, so that other commands start faster.
  const { startServer } = await import("./start-server.ts");
  try {
    return await startServer(app, database);
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

/** Returns a one-time link for the first administrator. Null if there is one already. */
async function createSetupLink(app: App): Promise<string | null> {
  if (await hasAdmin(app)) return null;
  return (await createOneTimeLink(app, "setup")).url;
}

/**
 * Waits for a stop signal; a second one exits at once. An uncaught error stops the process too, because the resulting
 * state is unknown. An unhandled rejection doesn't, because it only affects its own work.
 */
export function waitForStopSignal(log: Terminal["log"]): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let requestedAt: number | undefined;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      requestedAt ??= performance.now();
      if (performance.now() - requestedAt > REPEATED_SIGNAL_MS) process.exit(1);
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
