import { Cron } from "croner";

import type { App, JobHours, Jobs } from "#server/app.ts";
import { inBackground } from "#server/kernel/async/in-background.ts";
import type { JobName, JobRun, JobTrigger } from "#shared/operations/jobs.ts";

import { interruptLostRuns } from "./job-leases.service.ts";
import { JobRunner } from "./job-runner.ts";
import { inUseSince, lastRuns, storeEventually } from "./job-runs.service.ts";
import type { Job } from "./job.ts";

/** After a failed run it is tried again after so many minutes, then at its next hour. */
const RETRY_MINUTES = [5, 15, 60];
/**
 * Runs that nobody waits for begin within so long, not at once: after a start the server is busy with people, and on
 * the hour all the world calls the same outside services.
 */
const LONGEST_DELAY_MS = 30_000;
const SHOWN_RUNS = 20;
/** How often to look for runs that were left without an end. */
const LOOK_EVERY_MS = 30_000;

/** A run that is due without anybody asking for it. */
interface DueRun {
  trigger: JobTrigger;
  /** What it is for: the first process to get to it runs it, and no other does so afterwards. */
  slot: string;
}

/** Creates the jobs of a table; nothing runs by itself before `schedule` is called. */
export function createJobs(
  app: App,
  table: readonly Job[],
  randomDelay = () => Math.random() * LONGEST_DELAY_MS,
): Jobs {
  const runner = new JobRunner(app);
  const timezone = app.config.scheduleTimezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const clocks = new Map<JobName, Cron>();
  const timers = new Set<NodeJS.Timeout>();
  let lookout: NodeJS.Timeout | undefined;
  const stopping = new AbortController();

  function later(milliseconds: number, work: () => void): void {
    if (stopping.signal.aborted) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, milliseconds);
    timers.add(timer);
  }

  const scheduleOf = ({ name, title, pattern }: Job): Omit<JobHours, "lastDueAt"> => ({
    name,
    title,
    pattern: pattern(app.config),
    timezone,
    nextRunAt: clocks.get(name)?.nextRun()?.toISOString() ?? null,
  });

  function hoursOf(job: Job): JobHours {
    const hours = scheduleOf(job);
    const due = hours.pattern === null ? undefined : lastDue(app, hours.pattern, timezone);
    return { ...hours, lastDueAt: due?.toISOString() ?? null };
  }

  /** Runs a job once; returns what to try again, or null if it succeeded or another process ran it. */
  async function runOnce(job: Job, { trigger, slot }: DueRun): Promise<DueRun | null> {
    try {
      const { runId, isNew, ended } = await runner.start(job, trigger, { slot });
      return !isNew || (await ended) ? null : { trigger: "retry", slot: slotAfter(runId) };
    } catch (error) {
      // On a full disk, say, no run can even begin.
      app.log.error({ err: error, job: job.name }, "the job couldn't be started");
      return { trigger: "retry", slot };
    }
  }

  // A run that fails comes by here again, a little later each time.
  function run(job: Job, due: DueRun, retries = 0): void {
    const attempt = async () => {
      const retry = await runOnce(job, due);
      const minutes = RETRY_MINUTES[retries];
      if (!retry || minutes === undefined) return;
      later(minutes * 60_000, () => {
        run(job, retry, retries + 1);
      });
    };
    inBackground(app.log, `running the job ${job.name}`, attempt());
  }

  /** Catches up what was missed of a job, and starts it at its hours from now on. */
  async function scheduleJob(job: Job): Promise<void> {
    const pattern = job.pattern(app.config);
    const overdue = await findOverdue(app, job, pattern, timezone);
    if (overdue) {
      later(overdue.trigger === "first-start" ? 0 : randomDelay(), () => {
        run(job, overdue);
      });
    }
    if (pattern === null || stopping.signal.aborted) return;
    const clock = new Cron(pattern, { timezone, protect: true }, () => {
      const slot = hourOf(clock);
      later(job.usesNetwork ? randomDelay() : 0, () => {
        run(job, { trigger: "schedule", slot });
      });
    });
    clocks.set(job.name, clock);
  }

  /** Catches up runs that were begun and left, mostly by another process that was stopped or is gone. */
  async function lookAfterOthers(): Promise<void> {
    await interruptLostRuns(app, runner);
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

    hours: () => table.map(hoursOf),

    async overview() {
      return Promise.all(
        table.map(async (job) => ({
          ...scheduleOf(job),
          runs: await lastRuns(app, job.name, SHOWN_RUNS),
        })),
      );
    },

    async schedule() {
      const interrupt = () => interruptLostRuns(app, runner);
      await storeEventually(app, "the interrupted runs", interrupt, stopping.signal);
      for (const job of table) {
        if (stopping.signal.aborted) return;
        await scheduleJob(job);
      }
      if (stopping.signal.aborted) return;
      lookout = setInterval(
        () => inBackground(app.log, "looking after interrupted runs", lookAfterOthers()),
        LOOK_EVERY_MS,
      ).unref();
    },

    async stop() {
      stopping.abort();
      clearInterval(lookout);
      for (const clock of clocks.values()) clock.stop();
      for (const timer of timers) clearTimeout(timer);
      await runner.stop();
    },
  };
}

/**
 * The run that a job must have although its hour is not now: its last hour passed without one that succeeded, it was
 * cut off, or the database is new. However many hours were missed, that is one run. The hours of a job that never ran
 * count from the first account on.
 */
export async function findOverdue(
  app: App,
  job: Job,
  pattern: string | null,
  timezone: string,
): Promise<DueRun | null> {
  if (pattern === null) return null;
  const runs = await lastRuns(app, job.name, SHOWN_RUNS);
  const trigger = await overdueTrigger(app, job, runs, lastDue(app, pattern, timezone));
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
  // Another process is working on it.
  if (last?.state === "running") return null;
  const succeeded = runs.find(({ state }) => state === "succeeded");
  const doneUntil = last ? (succeeded?.startedAt ?? "") : await inUseSince(app);
  const isMissed = due !== undefined && doneUntil !== undefined && doneUntil < due.toISOString();
  return isMissed ? "catch-up" : null;
}

/** The slot for what a run left undone, or for the very first run. */
const slotAfter = (runId: string | undefined): string => (runId === undefined ? "first" : `after ${runId}`);

/** The slot of the hour for which a clock ticks: the same in every process, however late each of them gets to it. */
function hourOf(clock: Cron): string {
  // It ticks within the second, or later; `previousRuns` counts only what is at least a second before the time given.
  const ticked = (clock.currentRun() ?? new Date()).getTime();
  return (clock.previousRuns(1, new Date(ticked + 1000))[0] ?? new Date(ticked)).toISOString();
}

/** The last hour of a pattern that has passed. */
const lastDue = ({ now }: App, pattern: string, timezone: string): Date | undefined =>
  new Cron(pattern, { timezone, paused: true }).previousRuns(1, now())[0];
