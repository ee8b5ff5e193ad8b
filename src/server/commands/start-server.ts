import type { Server } from "node:http";
import { runInNewContext } from "node:vm";

import type { OpenDatabase } from "#db/database.ts";
import type { App } from "#server/app.ts";
import { type ReadBuiltFile, readBuiltFile } from "#server/built-files.ts";
import { deliverDue, hasReceivers } from "#server/features/deliveries/deliveries.service.ts";
import { createPaperRanker } from "#server/features/papers/paper-ranking.service.ts";
import { CommitWatch, pause, runLoop } from "#server/kernel/async/background-loop.ts";
import { inBackground } from "#server/kernel/async/promises.ts";
import { linkScanner } from "#server/kernel/links/link-scanner.service.ts";
import { searchIndexer } from "#server/kernel/search/search-index.service.ts";
import { walCheckpointer } from "#server/kernel/storage/wal-checkpointer.ts";
import { viteClient, webClient, type CreateWebClient } from "#server/web/files/web-client.ts";
import { Draining } from "#server/web/server/draining.ts";
import { listen } from "#server/web/server/http-server.ts";
import { localOrigin } from "#server/web/server/own-host.ts";

/** Delay of jobs and loops after the start, so that their code doesn't slow the first requests. */
const BACKGROUND_DELAY_MS = 500;
const STORAGE_CHECK_MS = 5000;
const PENDING_WORK_CHECK_MS = 60_000;
const DELIVERY_CHECK_MS = 15_000;
const COLLECT_AFTER_MS = 10_000;
/** Time without a request after which a pause of a tenth of a second delays nobody. */
const MIN_QUIET_MS = 1000;

interface RunningServer {
  port: number;
  /**
   * Stops listening, the jobs and the loops. Requests in flight may take `graceMs`; returns false if some took longer
   * and were cut off. The workers and the database stay open.
   */
  stop(graceMs: number): Promise<boolean>;
}

/** Serves the page and the calls, runs the jobs, and keeps the indexes current, until it is stopped. */
export async function startServer(app: App, database: OpenDatabase): Promise<RunningServer> {
  const { config, log } = app;
  const { server, port } = await listen(app, await createWebClientMaker(app));
  const draining = new Draining(server);
  if (config.publicUrl === null) app.publicUrl = localOrigin(config.host, port);
  app.eventLoop.start();
  setTimeout(() => collectGarbageWhenQuiet(server), COLLECT_AFTER_MS).unref();
  database.onCommit(["inbox_queue"], () => app.pendingWork.start());
  const stopping = new AbortController();
  const { signal } = stopping;
  const backgroundStart = pause(BACKGROUND_DELAY_MS, signal);
  const scheduleJobs = async () => {
    await backgroundStart;
    if (signal.aborted) return;
    await app.jobs.schedule();
    // After an unclean end, the file may be damaged.
    if (database.wasLeftOpen) await app.jobs.start("check", "unclean-end");
  };
  inBackground(log, "scheduling the jobs", scheduleJobs());
  const commits = new CommitWatch(database, signal);
  const loops = [
    searchIndexer(app),
    linkScanner(app),
    createPaperRanker(app, signal),
    walCheckpointer(app, database, signal),
    () => watchStorage(app),
    () => finishPendingWork(app),
    () => sendMessages(app, signal),
  ].map(async (round) => {
    await backgroundStart;
    await runLoop(signal, commits, round);
  });
  return {
    port,
    async stop(graceMs) {
      const [isReplied] = await Promise.all([draining.end(graceMs), app.jobs.stop()]);
      stopping.abort();
      await Promise.all([...loops, app.pendingWork.stop()]);
      return isReplied;
    },
  };
}

async function createWebClientMaker(app: App): Promise<CreateWebClient | null> {
  const { config, log } = app;
  if (!config.isProduction) return (server) => viteClient(server, log);
  const read: ReadBuiltFile = (path) => readBuiltFile(`client/${path}`);
  return (await read("index.html")) && (() => webClient(app, read));
}

/** Checks the storage regularly, so that a full disk is logged even without requests. */
async function watchStorage({ storage }: App): Promise<number> {
  await storage.findProblems();
  return STORAGE_CHECK_MS;
}

/** Finishes background work that an earlier run or another process left unfinished. */
async function finishPendingWork({ pendingWork }: App): Promise<number> {
  pendingWork.start();
  await pendingWork.idle();
  return PENDING_WORK_CHECK_MS;
}

/** Sends due messages to channels and people. Loads their code only if there are any. */
async function sendMessages(app: App, signal: AbortSignal): Promise<number> {
  try {
    if (!(await hasReceivers(app))) return DELIVERY_CHECK_MS;
    const [{ channelTarget }, { personTarget }] = await Promise.all([
      import("#server/features/channels/channel-deliveries.service.ts"),
      import("#server/features/personal-mail/personal-deliveries.service.ts"),
    ]);
    await deliverDue(app, [channelTarget, personTarget], signal);
  } catch (error) {
    app.log.error({ err: error }, "sending messages failed");
  }
  return DELIVERY_CHECK_MS;
}

/**
 * Returns the memory used by the start to the operating system, about 15 MB, which V8 otherwise retains. Runs once,
 * after the first second without a request, because it stops the process for a tenth of a second.
 */
export function collectGarbageWhenQuiet(server: Server, collect = collectGarbage): void {
  const finish = () => {
    server.off("request", wait);
    collect();
  };
  const timer = setTimeout(finish, MIN_QUIET_MS).unref();
  const wait = () => void timer.refresh();
  server.on("request", wait);
}

/**
 * Collects garbage through a function that V8 exposes in new contexts while this option is set. If it were set for the
 * whole process, V8 couldn't use the compiled code in Node.js, which saves a third of a thread's start.
 */
function collectGarbage(): void {
  const { setFlagsFromString } = process.getBuiltinModule("node:v8");
  setFlagsFromString("--expose-gc");
  const gc: unknown = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  // A collection of the default kind returns a fifth as much.
  if (typeof gc === "function") gc({ type: "major", execution: "sync", flavor: "last-resort" });
}
