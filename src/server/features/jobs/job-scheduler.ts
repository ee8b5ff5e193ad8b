import { Cron } from "croner";

import type { App, JobHours, Jobs } from "#server/app.ts";
import { inBackground } from "#server/in-background.ts";
import type { JobName, JobTrigger } from "#shared/jobs.ts";

import { JobRunner } from "./job-runner.ts";
import { findLostRuns, interruptRun, inUseSince, lastRuns, storeEventually } from "./job-runs.service.ts";
import type { Job } from "./job-table.ts";

/** After a failed run it is tried again after so many minutes, then at its next hour. */
const RETRY_MINUTES = [5, 15, 60];
/**
 * Runs that nobody waits for begin within so long, not at once: after a start the server is busy with people, and on
 * the hour all the world calls the same outside services.
 */
const LONGEST_DELAY_MS = 30_000;
const SHOWN_RUNS = 20;

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

  /** Runs a job once; returns false where it should be tried again, true where it succeeded or was running already. */
  async function runOnce(job: Job, trigger: JobTrigger): Promise<boolean> {
    try {
      const { isNew, ended } = await runner.start(job, trigger);
      return !isNew || (await ended);
    } catch (error) {
      // On a full disk, say, no run can even begin.
      app.log.error({ err: error, job: job.name }, "the job couldn't be started");
      return false;
    }
  }

  // A run that fails comes by here again, a little later each time.
  function run(job: Job, trigger: JobTrigger, retries = 0): void {
    const attempt = async () => {
      const minutes = RETRY_MINUTES[retries];
      if ((await runOnce(job, trigger)) || minutes === undefined) return;
      later(minutes * 60_000, () => {
        run(job, "retry", retries + 1);
      });
    };
    inBackground(app.log, `running the job ${job.name}`, attempt());
  }

  return {
    start(name, trigger, startedBy) {
      const job = table.find((row) => row.name === name);
      return job ? runner.start(job, trigger, startedBy) : Promise.reject(new Error(`unknown job ${name}`));
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
      const lost = await findLostRuns(app);
      const interrupt = () => Promise.all(lost.map((id) => interruptRun(app, id)));
      await storeEventually(app, "the interrupted runs", interrupt, stopping.signal);
      if (stopping.signal.aborted) return;
      for (const job of table) {
        const pattern = job.pattern(app.config);
        const trigger = await overdueTrigger(app, job, pattern, timezone);
        if (trigger) {
          later(trigger === "first-start" ? 0 : randomDelay(), () => {
            run(job, trigger);
          });
        }
        if (pattern === null) continue;
        const clock = new Cron(pattern, { name: job.name, timezone, protect: true }, () => {
          later(job.usesNetwork ? randomDelay() : 0, () => {
            run(job, "schedule");
          });
        });
        clocks.set(job.name, clock);
      }
    },

    async stop() {
      stopping.abort();
      for (const clock of clocks.values()) clock.stop();
      for (const timer of timers) clearTimeout(timer);
      await runner.stop();
    },
  };
}

/**
 * Why a job must run although its hour is not now: its last hour passed without a run that succeeded, it was cut off,
 * or the database is new. However many hours were missed, that is one run. The hours of a job that never ran count
 * from the first account on.
 */
export async function overdueTrigger(
  app: App,
  job: Job,
  pattern: string | null,
  timezone: string,
): Promise<JobTrigger | null> {
  const runs = await lastRuns(app, job.name, SHOWN_RUNS);
  const [last] = runs;
  if (pattern === null) return null;
  if (!last && job.runsOnFirstStart) return "first-start";
  if (last?.state === "interrupted") return "catch-up";
  const due = lastDue(app, pattern, timezone);
  const succeeded = runs.find(({ state }) => state === "succeeded");
  const doneUntil = last ? (succeeded?.startedAt ?? "") : await inUseSince(app);
  const isMissed = due !== undefined && doneUntil !== undefined && doneUntil < due.toISOString();
  return isMissed ? "catch-up" : null;
}

/** The last hour of a pattern that has passed. */
const lastDue = ({ now }: App, pattern: string, timezone: string): Date | undefined =>
  new Cron(pattern, { timezone, paused: true }).previousRuns(1, now())[0];
