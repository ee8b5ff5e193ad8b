import type { App } from "#server/app.ts";
import { AI_PROVIDER, aiCallsToday } from "#server/features/ai-usage/ai-usage.service.ts";
import { failedChannels } from "#server/features/channels/channels.service.ts";
import { sourcesHealth } from "#server/features/sources/sources.service.ts";
import { SingleFlight } from "#server/kernel/async/promises.ts";
import { backupFiles } from "#server/kernel/jobs/backup-files.service.ts";
import { firstAccountAt } from "#server/kernel/jobs/job-runs.service.ts";
import { jobsHealth } from "#server/kernel/jobs/jobs.service.ts";
import { VERSION } from "#server/version.ts";
import { isFailing } from "#shared/news/sources.ts";
import { findAttention, type SystemOverview } from "#shared/operations/system-attention.ts";
import { type BackupFile, MAX_NAMED_SOURCES, type SystemFacts } from "#shared/operations/system.ts";

import { releaseFacts } from "./release-check.service.ts";
import { countItems, countPeople } from "./system.queries.ts";

const WEEK_MS = 7 * 86_400_000;
/** Addresses that other machines can't connect to. */
const LOCAL_ADDRESS = /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/u;

const factReads = new SingleFlight<SystemFacts>();

/**
 * Returns the state of the server. Concurrent callers share one read. It takes a few milliseconds for any size of the
 * workspace, because counts of large tables are stored.
 */
export const systemFacts = (app: App): Promise<SystemFacts> => factReads.run(app, "", () => readFacts(app));

/** Returns the facts of `systemFacts`, and what needs attention. */
export async function systemOverview(app: App): Promise<SystemOverview> {
  const facts = await systemFacts(app);
  return { attention: findAttention(facts), ...facts };
}

async function readFacts(app: App): Promise<SystemFacts> {
  const { config, db } = app;
  const now = app.now();
  const [
    people,
    items,
    callsToday,
    jobs,
    channels,
    { sources, ai },
    database,
    backups,
    problems,
    since,
    updates,
  ] = await Promise.all([
    countPeople(db, now.toISOString()),
    countItems(db),
    aiCallsToday(app),
    jobsHealth(app),
    failedChannels(app),
    sourceFacts(app),
    databaseFacts(app),
    backupFacts(app),
    app.storage.findProblems(),
    firstAccountAt(app),
    releaseFacts(app),
  ]);
  const { rss, heapUsed } = process.memoryUsage();
  return {
    now: now.toISOString(),
    version: VERSION,
    node: process.versions.node,
    startedAt: new Date(now.getTime() - Math.round(process.uptime() * 1000)).toISOString(),
    inUseSince: since ?? null,
    storageProblems: problems,
    database,
    backups,
    memory: { residentBytes: rss, heapBytes: heapUsed },
    eventLoop: app.eventLoop.read(),
    requests: app.requests.recent(),
    openStreams: app.subscriptions.count,
    jobs,
    sources,
    failedChannels: channels,
    people,
    items,
    ai: { ...ai, callsToday, dailyLimit: config.aiDailyLimit },
    updates,
    configuration: {
      publicUrl: config.publicUrl,
      isServedToOthers: config.trustProxy !== null || !LOCAL_ADDRESS.test(config.host),
      isReachedByOtherName: app.isReachedByOtherName,
      sendsMail: app.integrations.mail !== null,
      signup: config.signup,
      hasRateLimits: config.hasRateLimits,
    },
  };
}

async function databaseFacts({ database, readFreeBytes }: App): Promise<SystemFacts["database"]> {
  const [size, freeBytes] = await Promise.all([
    database.measureSize(),
    database.folder === null ? null : readFreeBytes(database.folder).catch(() => null),
  ]);
  return { ...size, freeBytes, hearsOthers: database.receivesNotifications };
}

async function backupFacts(app: App): Promise<SystemFacts["backups"]> {
  if (app.database.folder === null) return null;
  const { backupDir, backupCron } = app.config;
  const [[newest, ...older], { bytes }] = await Promise.all([backupFiles(app), app.database.measureSize()]);
  return {
    isScheduled: backupCron !== null,
    newest: newest ?? null,
    earlier: newest ? findWeekOlderBackup(newest, older) : null,
    hasRoom: await app.storage.hasRoomFor(backupDir, bytes),
  };
}

/** Returns the backup that is closest to a week older than the newest one. */
function findWeekOlderBackup(newest: BackupFile, older: readonly BackupFile[]): BackupFile | null {
  const targetTime = Date.parse(newest.at) - WEEK_MS;
  const distance = ({ at }: BackupFile) => Math.abs(Date.parse(at) - targetTime);
  return older.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}

interface SourceFacts {
  sources: SystemFacts["sources"];
  ai: Pick<SystemFacts["ai"], "isConnected" | "error">;
}

async function sourceFacts(app: App): Promise<SourceFacts> {
  const allSources = await sourcesHealth(app);
  const provider = allSources.find(({ source }) => source === AI_PROVIDER);
  const contentSources = allSources.filter((source) => source !== provider);
  const failing = contentSources.filter(isFailing);
  const byLastAnswer = failing.toSorted((a, b) =>
    (a.lastSuccessAt ?? "") < (b.lastSuccessAt ?? "") ? -1 : 1,
  );
  return {
    sources: {
      count: contentSources.length,
      failingCount: failing.length,
      failing: byLastAnswer.slice(0, MAX_NAMED_SOURCES),
    },
    ai: {
      isConnected: app.integrations.answers !== null,
      error: provider && isFailing(provider) ? provider.lastError : null,
    },
  };
}
