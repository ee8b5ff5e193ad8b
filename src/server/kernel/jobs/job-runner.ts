import type { App, JobWork, StartedRun } from "#server/app.ts";
import { untilAborted } from "#server/kernel/async/promises.ts";
import type { SourceFailure, JobTrigger } from "#shared/operations/jobs.ts";

import {
  beginRun,
  createOwner,
  holdLease,
  type LeaseHolder,
  type RunRequest,
  endRun,
  interruptRun,
  recordProgress,
  type RunEnd,
  storeWithRetries,
} from "./job-runs.service.ts";
import type { Job } from "./job.ts";

/** Maximum duration of a run. A longer one hangs and is stopped. */
const MAX_RUN_MS = 30 * 60_000;
/** Minimum interval between stored progress reports, so that a long list doesn't cause as many writes. */
const MIN_PROGRESS_INTERVAL_MS = 250;

interface ActiveRun {
  stop: AbortController;
  /** Resolves when the end is stored. */
  ended: Promise<boolean>;
  /** Stores the end of the run. Null until the work is done. */
  storeEnd: (() => Promise<void>) | null;
}

/** Runs, records and limits the jobs of a process. */
export class JobRunner implements LeaseHolder {
  readonly owner = createOwner();
  readonly #app: App;
  readonly #running = new Map<string, ActiveRun>();
  readonly #stopping = new AbortController();

  constructor(app: App) {
    this.#app = app;
  }

  isRunning = (runId: string): boolean => this.#running.has(runId);

  /**
   * Starts a job, or returns its current run or the run of the same slot. Throws for users' requests while storage is
   * low.
   */
  async start(
    job: Job,
    trigger: JobTrigger,
    request: Pick<RunRequest, "startedBy" | "slot"> = {},
  ): Promise<StartedRun> {
    if (job.usesNetwork && trigger === "person") await this.#app.storage.refuseWhenLow({ isFresh: true });
    const run = await beginRun(this.#app, { ...request, job: job.name, trigger }, this);
    if (!run.isNew) {
      const running = this.#running.get(run.runId);
      if (!running?.storeEnd || request.slot !== undefined)
        return { ...run, ended: running?.ended ?? Promise.resolve(true) };
      // The run has ended, but its end is not stored yet. Stores it and starts another run, or throws the reason why
      // that fails.
      await running.storeEnd();
      return this.start(job, trigger, request);
    }
    const stop = new AbortController();
    const lease = holdLease(this.#app, run.runId);
    const signal = AbortSignal.any([stop.signal, lease.lost, AbortSignal.timeout(MAX_RUN_MS)]);
    const running: ActiveRun = { stop, ended: Promise.resolve(false), storeEnd: null };
    this.#running.set(run.runId, running);
    running.ended = this.#runAndRecord(job, run.runId, { trigger, signal, running }).finally(() => {
      lease.release();
      this.#running.delete(run.runId);
    });
    return { ...run, ended: running.ended };
  }

  /** Stops active runs and sets them to interrupted, so that the next start catches up on them. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const runs = [...this.#running.values()];
    for (const { stop } of runs) stop.abort();
    await Promise.all(runs.map(({ ended }) => ended));
  }

  async #runAndRecord(
    job: Job,
    runId: string,
    { trigger, signal, running }: { trigger: JobTrigger; signal: AbortSignal; running: ActiveRun },
  ): Promise<boolean> {
    const { log } = this.#app;
    const report = new RunReport(this.#app, runId);
    log.info({ job: job.name, runId }, "job started");
    const end = await this.#run(job, { runId, trigger }, report.createWork(signal));
    await report.written;
    let isStored = false;
    running.storeEnd = async () => {
      if (isStored) return;
      if (end.state === "interrupted") await interruptRun(this.#app, runId);
      else await endRun(this.#app, runId, { ...end, adds: job.adds, sourceErrors: report.sourceErrors });
      isStored = true;
    };
    // A command doesn't wait for disk space. The next server start sets its run to interrupted.
    const giveUpSignal = trigger === "command" ? AbortSignal.abort() : this.#stopping.signal;
    await storeWithRetries(this.#app, "the end of a job", running.storeEnd, giveUpSignal);
    return end.state === "succeeded";
  }

  /** Runs a job to its end. Never rejects. */
  async #run(
    job: Job,
    { runId, trigger }: { runId: string; trigger: JobTrigger },
    work: JobWork,
  ): Promise<RunEnd> {
    const { log, storage } = this.#app;
    try {
      // For users' requests, `start` has already checked this.
      if (job.usesNetwork && trigger !== "person") await storage.refuseWhenLow();
      const counts = await untilAborted(
        this.#app.database.withLongTimeout(() => job.run(this.#app, work)),
        work.signal,
        createStopError,
      );
      log.info({ job: job.name, runId, counts }, "job succeeded");
      return { state: "succeeded", counts };
    } catch (error) {
      if (this.#stopping.signal.aborted) {
        log.info({ job: job.name, runId }, "job interrupted");
        return { state: "interrupted" };
      }
      log.error({ err: error, job: job.name, runId }, "job failed");
      return { state: "failed", error: toMessage(error) };
    }
  }
}

/** Progress and errors reported by a run. */
class RunReport {
  readonly sourceErrors: SourceFailure[] = [];
  /** Resolves when the latest report is stored. Never rejects. */
  written: Promise<void> = Promise.resolve();
  readonly #app: App;
  readonly #runId: string;
  #reportedAt = Number.NEGATIVE_INFINITY;

  constructor(app: App, runId: string) {
    this.#app = app;
    this.#runId = runId;
  }

  createWork(signal: AbortSignal): JobWork {
    return {
      signal,
      progress: (done, total) => {
        const now = performance.now();
        if (signal.aborted || (now - this.#reportedAt < MIN_PROGRESS_INTERVAL_MS && done < total)) return;
        this.#reportedAt = now;
        this.written = this.#write(done, total);
      },
      reportError: (source, error) => {
        this.sourceErrors.push({ source, message: toMessage(error) });
        this.#app.log.warn({ err: error, source, runId: this.#runId }, "a source failed during a job");
      },
    };
  }

  async #write(done: number, total: number): Promise<void> {
    await this.written;
    try {
      await recordProgress(this.#app, this.#runId, { done, total, sourceErrors: this.sourceErrors });
    } catch (error) {
      this.#app.log.warn({ err: error, runId: this.#runId }, "couldn't record progress");
    }
  }
}

const createStopError = () => new Error("The run was stopped");

const toMessage = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500);
