import { type Request, type Response, Router } from "express";
import ipaddr from "ipaddr.js";
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";

import type { App } from "#server/app.ts";
import { systemFacts } from "#server/features/system/system.service.ts";
import { createContext } from "#server/web/trpc/context.ts";
import { authorize } from "#server/web/trpc/trpc.ts";
import { lazy } from "#shared/kernel/lazy.ts";
import type { JobHealth, SystemFacts } from "#shared/operations/system.ts";

import { PRIVATE_REPLY } from "./browser-security.ts";
import { createHostCheck } from "./own-host.ts";
import { onlyMethods } from "./replies.ts";
import { withRouteName, type RequestTally } from "./request-tally.ts";

/** Headers that a proxy adds to forwarded requests. */
const PROXY_HEADER = /^(?:forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|cf-connecting-ip)$/u;

/**
 * Serves `/metrics` in Prometheus format: for admins, their tokens, and programs on this machine. Accepts any host
 * name, as health checks do.
 */
export function metricsRouter(app: App): Router {
  const router = Router();
  const isOwnName = createHostCheck({ config: { ...app.config, publicUrl: null } });

  /**
   * True for a direct request from a program on this machine. Excludes visitors through a local proxy, and pages that
   * use DNS rebinding, because their host name is not ours.
   */
  const isFromThisMachine = ({ socket, headers }: Request): boolean =>
    isLoopback(socket.remoteAddress ?? "") &&
    isOwnName(headers.host) &&
    !Object.keys(headers).some((name) => PROXY_HEADER.test(name));

  async function serve(request: Request, response: Response): Promise<void> {
    if (!isFromThisMachine(request))
      await authorize(await createContext(app, request, response), "admin", "read");
    const text = await writeMetrics(await systemFacts(app), app.requests);
    for (const [name, value] of PRIVATE_REPLY) response.setHeader(name, value);
    response.setHeader("Content-Type", Registry.PROMETHEUS_CONTENT_TYPE);
    response.send(text);
  }

  router.all("/metrics", withRouteName("metrics"), onlyMethods("GET", "HEAD"), (request, response) =>
    serve(request, response),
  );
  return router;
}

const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";

/** One number, or one for each label value. */
type Values = number | null | Record<string, number | null>;

interface MetricRow {
  name: string;
  help: string;
  /** Label whose values are the keys. */
  label?: string;
  /** Null values are omitted. */
  read(facts: SystemFacts): Values;
}

const row = (name: string, help: string, read: MetricRow["read"]): MetricRow => ({
  name: `stackloop_${name}`,
  help,
  read,
});

const rowBy = (name: string, help: string, label: string, read: MetricRow["read"]): MetricRow => ({
  ...row(name, help, read),
  label,
});

const rowPerJob = (name: string, help: string, read: (job: JobHealth) => number | null): MetricRow =>
  rowBy(name, help, "job", ({ jobs }) => Object.fromEntries(jobs.map((job) => [job.name, read(job)])));

const toSeconds = (iso: string | null | undefined): number | null =>
  iso === null || iso === undefined ? null : Date.parse(iso) / 1000;

const durationSeconds = ({ startedAt, finishedAt }: JobHealth): number | null => {
  const [start, end] = [toSeconds(startedAt), toSeconds(finishedAt)];
  return start === null || end === null ? null : Math.max(0, end - start);
};

/** Metrics computed on request. `request-tally.ts` counts the others as they occur. */
const metricTable: readonly MetricRow[] = [
  rowBy("build_info", "Always 1, with the version of StackLoop.", "version", ({ version }) => ({
    [version]: 1,
  })),
  rowBy(
    "ready",
    "1 for each check of /readyz that passes, 0 for one that does not.",
    "check",
    ({ storageProblems: problems }) => ({
      "database file in place": Number(
        !problems.includes("database file missing") && !problems.includes("database file replaced"),
      ),
      "database intact": Number(!problems.includes("database damaged")),
      "database responding": Number(!problems.includes("database not responding")),
      "storage free": Number(!problems.includes("storage low")),
    }),
  ),

  row("database_bytes", "Size of the database file.", ({ database }) => database.bytes),
  row("database_log_bytes", "Size of the write-ahead log.", ({ database }) => database.logBytes),
  row("disk_free_bytes", "Free space on the database's disk.", ({ database }) => database.freeBytes),
  row("backup_last_success_timestamp_seconds", "Time of the newest backup.", ({ backups }) =>
    toSeconds(backups?.newest?.at),
  ),
  row("backup_bytes", "Size of the newest backup.", ({ backups }) => backups?.newest?.bytes ?? null),
  row("backup_scheduled", "1 when automatic backups are on.", ({ backups }) =>
    backups === null ? null : Number(backups.isScheduled),
  ),

  rowPerJob("job_running", "1 while the job runs.", ({ state }) => Number(state === "running")),
  rowPerJob("job_last_start_timestamp_seconds", "Last start of the job.", (job) => toSeconds(job.startedAt)),
  rowPerJob("job_last_success_timestamp_seconds", "End of the last successful run.", (job) =>
    toSeconds(job.succeededAt),
  ),
  rowPerJob("job_next_run_timestamp_seconds", "Next scheduled start of the job.", (job) =>
    toSeconds(job.nextRunAt),
  ),
  rowPerJob("job_last_duration_seconds", "Duration of the last run.", durationSeconds),
  rowPerJob(
    "job_failures_in_a_row",
    "Failed runs since the last successful one.",
    (job) => job.failuresInARow,
  ),

  rowBy(
    "sources",
    "Outside sources, by their state at the last request.",
    "state",
    ({ sources: { count, failingCount } }) => ({ working: count - failingCount, failing: failingCount }),
  ),
  row("ai_calls_today", "Calls to the AI provider today (UTC).", ({ ai }) => ai.callsToday),
  row(
    "ai_calls_daily_limit",
    "Maximum number of calls to the AI provider in a day.",
    ({ ai }) => ai.dailyLimit,
  ),

  rowBy("items", "Items in the workspace, by kind.", "kind", ({ items }) => items),
  rowBy("accounts", "Accounts, by role.", "role", ({ people: { accounts, admins } }) => ({
    admin: admins,
    user: accounts - admins,
  })),
  row("signed_in_people", "People with a session.", ({ people }) => people.signedIn),
  row("sessions", "Active sessions.", ({ people }) => people.sessions),
  row("open_streams", "Open streams of live updates.", ({ openStreams }) => openStreams),
  row(
    "event_loop_longest_hold_seconds",
    "Longest time in the last hour for which one task blocked all others.",
    ({ eventLoop }) => eventLoop.longestMs / 1000,
  ),
];

/** Node's process metrics: memory, processor time, garbage collection, event loop delay. */
const processMetrics = lazy(() => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
});

/** Returns all metrics in the text format of Prometheus. */
export async function writeMetrics(facts: SystemFacts, requests: RequestTally): Promise<string> {
  const read = new Registry();
  for (const { name, help, label, read: readValues } of metricTable) {
    const gauge = new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [read],
    });
    setAll(gauge, label, readValues(facts));
  }
  const [gauges, ofProcess] = await Promise.all(
    [read, processMetrics()].map((registry) => registry.metrics()),
  );
  // prom-client writes "Nan", but the format requires "NaN".
  return [gauges, requests.write(), ofProcess].join("\n").replaceAll(/ Nan$/gmu, " NaN");
}

function setAll(gauge: Gauge, label: string | undefined, values: Values): void {
  if (typeof values === "number") gauge.set(values);
  // Without labels, an unset gauge would report 0.
  else if (values === null) gauge.remove();
  else if (label !== undefined)
    for (const [key, value] of Object.entries(values)) if (value !== null) gauge.set({ [label]: key }, value);
}
