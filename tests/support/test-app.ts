import { rmSync } from "node:fs";

import { pino } from "pino";

import type { App } from "#server/app.ts";
import { readConfig } from "#server/config/config.ts";
import { createApp } from "#server/create-app.ts";
import { createOneTimeLink } from "#server/features/users/users.service.ts";
import { listen } from "#server/web/server/http-server.ts";
import type { Workers } from "#server/workers/workers.ts";

import { cleanUpAfter } from "./cleanup.ts";
import { countWrites } from "./count-writes.ts";
import { createTemporaryFolder } from "./empty-database.ts";
import { inlineWorkers } from "./inline-workers.ts";
import { quietWorld } from "./quiet-world.ts";
import { restClient, type RestClient } from "./rest-client.ts";
import { createTestDatabase, openTestDatabase } from "./test-database.ts";
import { repeatTransactions } from "./transactions-twice.ts";

export interface TestApp extends App {
  /** Moves the clock forward. */
  advance(milliseconds: number): void;
  /** The number of rows that this process has written, changed or not. */
  countWrites(): Promise<number>;
}

/** A folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = createTemporaryFolder();
  cleanUpAfter(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/**
 * The whole product on its own database, with a clock that only `advance` moves. Without stubs on this machine, the
 * outside world is empty.
 */
export async function testApp(
  environment: Record<string, string> = {},
  workers: Workers = inlineWorkers(),
): Promise<TestApp> {
  const database = await openTestDatabase(await createTestDatabase(temporaryFolder()), { isNew: true });
  if (process.env["RUN_TRANSACTIONS_TWICE"] === "1") repeatTransactions(database.db);
  const config = readConfig({ PORT: "0", LOG_LEVEL: "silent", RATE_LIMITS: "off", ...environment });
  const app = await createApp(config, database, pino({ level: "silent" }), workers);
  cleanUpAfter(async () => {
    await app.jobs.stop();
    await app.pendingWork.stop();
    await app.workers.stop();
    await database.close();
  });
  let time = Date.parse("2026-11-21T10:00:00.000Z");
  return Object.assign(app, {
    ...(config.outboundAllow.length === 0 && { integrations: quietWorld() }),
    now: () => new Date(time),
    advance(milliseconds: number) {
      time += milliseconds;
    },
    countWrites: () => countWrites(app),
  });
}

/** The product on a free port of this machine. */
export async function testServer(
  environment: Record<string, string> = {},
  workers?: Workers,
): Promise<{ app: TestApp; origin: string }> {
  const app = await testApp(environment, workers);
  return { app, origin: await serve(app) };
}

/** Starts a product on a free port of this machine. Returns its origin. */
export async function serve(app: App): Promise<string> {
  const { server, port } = await listen(app, null);
  cleanUpAfter(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  );
  app.publicUrl = `http://127.0.0.1:${port}`;
  return app.publicUrl;
}

/** Signs up as an admin through the one-time link. */
export async function signedUpAdmin(app: App, origin: string): Promise<RestClient> {
  const client = restClient(origin);
  const { url } = await createOneTimeLink(app, "setup");
  const setup = new URL(url).searchParams.get("setup");
  const reply = await client.call("POST", "/api/register", {
    username: "admin",
    password: "secret-pass",
    setup,
  });
  if (reply.body.role !== "admin") throw new Error(`no admin was made: ${JSON.stringify(reply.body)}`);
  return client;
}
