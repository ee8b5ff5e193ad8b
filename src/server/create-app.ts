import { randomBytes } from "node:crypto";
import { statfs } from "node:fs";
import { promisify } from "node:util";

import type { OpenDatabase } from "#db/database.ts";
import { isCorruption } from "#db/error-kinds.ts";
import { findOrStoreSetting } from "#db/settings.ts";

import type { App } from "./app.ts";
import { createBrandLogos } from "./brands/brand-logos.ts";
import type { Config } from "./config/config.ts";
import { eventsSince, latestEvents } from "./features/events/events.service.ts";
import { countOpenByUser } from "./features/inbox/inbox.service.ts";
import { addQueuedEntries } from "./features/inbox/recipients.service.ts";
import { seedStarterFeeds } from "./features/news/feeds.service.ts";
import { createFeedStore } from "./features/sources/sources.service.ts";
import { cookieNames, createSessions } from "./features/users/lucia.ts";
import { SessionCache } from "./features/users/session-cache.ts";
import { deleteSession, findOwner } from "./features/users/sessions.service.ts";
import { findTokenOwner } from "./features/users/tokens.service.ts";
import { createEventLoopWatch } from "./kernel/async/event-loop-watch.ts";
import { createPendingWork } from "./kernel/deletions/deletions.service.ts";
import { finishUndos } from "./kernel/imports/import-undo.service.ts";
import { createJobs } from "./kernel/jobs/job-scheduler.ts";
import { LedgerReader } from "./kernel/ledger/ledger-reader.ts";
import { createCacheVersions, ChangeWatch } from "./kernel/live/changes.ts";
import { OpenCounts } from "./kernel/live/open-counts.ts";
import { PendingSignOuts } from "./kernel/live/pending-sign-outs.ts";
import { jobsFor, registerSlices } from "./kernel/slice.ts";
import { StorageHealth } from "./kernel/storage/storage-health.ts";
import { tablesOf } from "./kernel/texts/text-source.ts";
import type { Log } from "./log.ts";
import { createIntegrations } from "./outside/integrations.ts";
import { slices } from "./slices.ts";
import { createRateLimits } from "./web/limits/rate-limits.ts";
import { OpenSubscriptions } from "./web/server/open-subscriptions.ts";
import { localOrigin, requestOrigin } from "./web/server/own-host.ts";
import { RequestTally } from "./web/server/request-tally.ts";
import { registerAllSliceData } from "./workers/slice-data.ts";
import { createWorkers, type Workers } from "./workers/workers.ts";

/** Wraps workers whose tasks use their own database connections, to report corruption found there. */
const withCorruptionReports = (workers: Workers, report: (error: unknown) => void): Workers => ({
  async run(name, input, options) {
    try {
      return await workers.run(name, input, options);
    } catch (error) {
      if (isCorruption(error)) report(error);
      throw error;
    }
  },
  stop: () => workers.stop(),
});

/** Creates the app with its services on a migrated database. */
export async function createApp(
  config: Config,
  database: OpenDatabase,
  log: Log,
  threads = createWorkers(database.environment),
): Promise<App> {
  registerSlices(slices);
  registerAllSliceData();
  const { db } = database;
  let publicUrl = config.publicUrl ?? localOrigin(config.host, config.port);
  const signingKey = await findOrStoreSetting(db, "signingKey", randomBytes(32).toString("base64"));
  const names = cookieNames(Buffer.from(signingKey, "base64"), publicUrl.startsWith("https:"));
  // Tests set the app's clock.
  const now = () => app.now();
  const workers = withCorruptionReports(threads, (error) => {
    app.storage.recordCorruption(error);
  });
  const feedStore = createFeedStore({ db, log, now });
  const app: App = {
    db,
    database,
    config,
    log,
    get publicUrl() {
      return config.publicUrl === null ? (requestOrigin.getStore() ?? publicUrl) : publicUrl;
    },
    set publicUrl(origin) {
      publicUrl = origin;
    },
    isReachedByOtherName: false,
    cacheVersions: createCacheVersions(database, tablesOf),
    now: () => new Date(),
    readFreeBytes,
    // These need the app itself, so they are created right after it.
    get storage() {
      return storage;
    },
    signingKey: Buffer.from(signingKey, "base64"),
    cookieNames: names,
    sessions: createSessions(db, names.current, (error) =>
      log.error({ err: error }, "a session was not extended"),
    ),
    pendingSignOuts: new PendingSignOuts((id) => deleteSession(db, id), log),
    sessionCache: new SessionCache(),
    subscriptions: new OpenSubscriptions({
      log,
      readVersion: () => app.cacheVersions.readSessions(),
      catchUp: async () => database.catchUp?.run(),
      findOwner: ({ session, token }) =>
        session ? findOwner(app, session.id) : findTokenOwner(app, token.id),
    }),
    ledgerReader: new LedgerReader({
      log,
      otherWritesVersion: () => database.otherWritesVersion(["events"]),
      readPeopleVersion: () => app.cacheVersions.readUserNames(),
      readLatest: (limit) => latestEvents(app, limit),
      readAfter: (seq, limit) => eventsSince(app, seq, limit),
    }),
    limits: createRateLimits(config.hasRateLimits, database.createLimiter, config.isDemo),
    integrations: createIntegrations({ config, workers, publicUrl, feedStore, now }),
    brandLogos: createBrandLogos(),
    workers,
    runChanges: new ChangeWatch(database, ["job_runs"]),
    openCounts: new OpenCounts(log, new ChangeWatch(database, ["inbox_entries"]), (ids) =>
      countOpenByUser(db, ids),
    ),
    settingChanges: new ChangeWatch(database, ["settings"]),
    eventLoop: createEventLoopWatch(),
    requests: new RequestTally(),
    get jobs() {
      return jobs;
    },
    pendingWork: createPendingWork({ db, log }, async (signal) => {
      await finishUndos(app, signal);
      await addQueuedEntries(app, signal);
    }),
  };
  const storage = new StorageHealth(app);
  database.onCorruption((error) => {
    storage.recordCorruption(error);
  });
  database.onCommit(["events"], () => app.ledgerReader.recordCommit());
  const jobs = createJobs(app, jobsFor(database));
  await seedStarterFeeds(app);
  return app;
}

async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await promisify(statfs)(folder);
  return bavail * bsize;
}
