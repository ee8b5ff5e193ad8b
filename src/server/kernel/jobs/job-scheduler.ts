import { Cron } from "croner";

import type { App, JobSchedule, Jobs } from "#server/app.ts";
import { inBackground } from "#server/kernel/async/promises.ts";
import { lazy } from "#shared/kernel/lazy.ts";
import type { JobName, JobRun, JobTrigger } from "#shared/operations/jobs.ts";

import { JobRunner } from "./job-runner.ts";
import { interruptAbandonedRuns, firstAccountAt, lastRuns, storeWithRetries } from "./job-runs.service.ts";
import type { Job } from "./job.ts";
import { getTimeZone } from "./jobs.service.ts";

/** Delays in minutes before a failed run is retried. After that it waits for its next scheduled time. */
const RETRY_MINUTES = [5, 15, 60];
/**
 * Maximum random delay of automatic runs. After a start the server is busy with users, and on the hour many clients
 * call the same external services.
 */
const MAX_DELAY_MS = 30_000;
const SHOWN_RUNS = 20;
/** Interval for checking for abandoned runs. */
const CHECK_INTERVAL_MS = 30_000;

/** Automatic run that is due. */
interface DueRun {
  trigger: JobTrigger;
  /** Scheduled time. The first process to claim it runs the job, and no other does. */
  slot: string;
}

/** Creates the jobs of a table. None runs automatically before `schedule` is called. */
export function createJobs(
  app: App,
  table: readonly Job[],
  randomDelay = () => Math.random() * MAX_DELAY_MS,
): Jobs {
  const runner = new JobRunner(app);
  const timezone = lazy(() => getTimeZone(app));
  const clocks = new Map<JobName, Cron>();
  const timers = new Set<NodeJS.Timeout>();
  let overdueTimer: NodeJS.Timeout | undefined;
  const stopping = new AbortController();

  function runLater(milliseconds: number, work: () => void): void {
    if (stopping.signal.aborted) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, milliseconds);
    timers.add(timer);
  }

  const describeSchedule = ({ name, title, pattern }: Job): Omit<JobSchedule, "lastDueAt"> => ({
    name,
    title,
    pattern: pattern(app.config),
    timezone: timezone(),
    nextRunAt: clocks.get(name)?.nextRun()?.toISOString() ?? null,
  });

  function scheduleOf(job: Job): JobSchedule {
    const schedule = describeSchedule(job);
    const due = schedule.pattern === null ? undefined : findLastScheduled(app, schedule.pattern, timezone());
    return { ...schedule, lastDueAt: due?.toISOString() ?? null };
  }

  /** Runs a job once. Returns the run to retry, or null if it succeeded or another process ran it. */
  async function runOnce(job: Job, { trigger, slot }: DueRun): Promise<DueRun | null> {
    try {
      const { runId, isNew, ended } = await runner.start(job, trigger, { slot });
      return !isNew || (await ended) ? null : { trigger: "retry", slot: slotAfter(runId) };
    } catch (error) {
      // For example, a full disk prevents starting a run.
      app.log.error({ err: error, job: job.name }, "the job couldn't be started");
      return { trigger: "retry", slot };
    }
  }

  // Runs a job, and retries a failed run with growing delays.
  function run(job: Job, due: DueRun, retries = 0): void {
    const attempt = async () => {
      const retry = await runOnce(job, due);
      const minutes = RETRY_MINUTES[retries];
      if (!retry || minutes === undefined) return;
      runLater(minutes * 60_000, () => {
        run(job, retry, retries + 1);
      });
    };
    inBackground(app.log, `running the job ${job.name}`, attempt());
  }

  /** Catches up on a job's missed run and schedules its next ones. */
  async function scheduleJob(job: Job): Promise<void> {
    const pattern = job.pattern(app.config);
    if (pattern === null) return;
    const overdue = await findOverdue(app, job, pattern, timezone());
    if (overdue) {
      runLater(overdue.trigger === "first-start" ? 0 : randomDelay(), () => {
        run(job, overdue);
      });
    }
    if (stopping.signal.aborted) return;
    const clock = new Cron(pattern, { timezone: timezone(), protect: true }, () => {
      const slot = slotOfTick(clock);
      runLater(job.usesNetwork ? randomDelay() : 0, () => {
        run(job, { trigger: "schedule", slot });
      });
    });
    clocks.set(job.name, clock);
  }

  /** Repeats interrupted runs. Most belonged to processes that stopped or crashed. */
  async function repeatInterruptedRuns(): Promise<void> {
    await interruptAbandonedRuns(app, runner);
    for (const job of table) {
      if (job.pattern(app.config) === null) continue;
      const [last] = await lastRuns(app, job.name, 1);
      if (last?.state === "interrupted" && !stopping.signal.aborted)
        run(job, { trigger: "catch-up", slot: slotAfter(last.id) });
    }
  }

  return {
    start(name, trigger, startedBy) {
      const job = table.find((row) => row.name === name);
      return job
        ? runner.start(job, trigger, { startedBy: startedBy ?? null })
        : Promise.reject(new Error(`unknown job ${name}`));
    },

    schedules: () => table.map(scheduleOf),

    async overview() {
      return Promise.all(
        table.map(async (job) => ({
          ...describeSchedule(job),
          runs: await lastRuns(app, job.name, SHOWN_RUNS),
        })),
      );
    },

    async schedule() {
      const interrupt = () => interruptAbandonedRuns(app, runner);
      await storeWithRetries(app, "the interrupted runs", interrupt, stopping.signal);
      for (const job of table) {
        if (stopping.signal.aborted) return;
        await scheduleJob(job);
      }
      if (stopping.signal.aborted) return;
      overdueTimer = setInterval(
        () => inBackground(app.log, "resuming interrupted runs", repeatInterruptedRuns()),
        CHECK_INTERVAL_MS,
      ).unref();
    },

    async stop() {
      stopping.abort();
      clearInterval(overdueTimer);
      for (const clock of clocks.values()) clock.stop();
      for (const timer of timers) clearTimeout(timer);
      await runner.stop();
    },
  };
}

/**
 * Returns a job's overdue run, or null. A run is overdue if none has succeeded since the last scheduled time, if the
 * last one was interrupted, or if the database is new. Several missed times need one run. For a job that never ran,
 * only times after the first account count.
 */
export async function findOverdue(
  app: App,
  job: Job,
  pattern: string | null,
  timezone: string,
): Promise<DueRun | null> {
  if (pattern === null) return null;
  const runs = await lastRuns(app, job.name, SHOWN_RUNS);
  const trigger = await overdueTrigger(app, job, runs, findLastScheduled(app, pattern, timezone));
  return trigger && { trigger, slot: slotAfter(runs[0]?.id) };
}

async function overdueTrigger(
  app: App,
  { runsOnFirstStart }: Job,
  runs: readonly JobRun[],
  due: Date | undefined,
): Promise<JobTrigger | null> {
  const [last] = runs;
  if (!last && runsOnFirstStart) return "first-start";
  if (last?.state === "interrupted") return "catch-up";
  // Another process is running it.
  if (last?.state === "running") return null;
  const succeeded = runs.find(({ state }) => state === "succeeded");
  const doneSince = last ? (succeeded?.startedAt ?? "") : await firstAccountAt(app);
  const isMissed = due !== undefined && doneSince !== undefined && doneSince < due.toISOString();
  return isMissed ? "catch-up" : null;
}

/** Returns the slot for repeating an interrupted run, or for the very first run. */
const slotAfter = (runId: string | undefined): string => (runId === undefined ? "first" : `after ${runId}`);

/** Returns the slot of a clock's current tick. It is the same in every process, regardless of delays. */
function slotOfTick(clock: Cron): string {
  // The clock ticks within the scheduled second, or later. `previousRuns` only includes times at least a second before
  // the given one.
  const tickedAt = (clock.currentRun() ?? new Date()).getTime();
  return (clock.previousRuns(1, new Date(tickedAt + 1000))[0] ?? new Date(tickedAt)).toISOString();
}

/** Returns the last past time of a pattern. */
const findLastScheduled = ({ now }: App, pattern: string, timezone: string): Date | undefined =>
  new Cron(pattern, { timezone, paused: true }).previousRuns(1, now())[0];
