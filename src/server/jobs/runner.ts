import type { App } from "#server/app.ts";
import {
  type BegunRun,
  beginRun,
  endRun,
  interruptRun,
  noteProgress,
} from "#server/features/jobs/job-runs.service.ts";
import type { JobFault, JobTrigger } from "#shared/jobs.ts";

import type { Job, JobWork } from "./job.ts";

/** A run that takes longer than this is stopped: something hangs. */
const LONGEST_RUN_MS = 30 * 60_000;
/** Progress is written at most this often, so that a long list does not become as many writes. */
const PROGRESS_GAP_MS = 250;

export interface StartedRun extends BegunRun {
  /** Settles when the run has ended; true when it succeeded. Does not reject. */
  ended: Promise<boolean>;
}

/** Runs jobs of one process: records them, bounds them, and tells whoever watches. */
export class JobRunner {
  readonly #app: App;
  readonly #running = new Map<string, { stop: AbortController; ended: Promise<boolean> }>();
  #isStopping = false;

  constructor(app: App) {
    this.#app = app;
  }

  /** Starts a job, or answers the run of it that is under way. */
  async start(job: Job, trigger: JobTrigger, startedBy: string | null = null): Promise<StartedRun> {
    const begun = await beginRun(this.#app, job.name, trigger, startedBy);
    if (!begun.isNew)
      return { ...begun, ended: this.#running.get(begun.runId)?.ended ?? Promise.resolve(true) };
    const stop = new AbortController();
    const ended = this.#work(
      job,
      begun.runId,
      AbortSignal.any([stop.signal, AbortSignal.timeout(LONGEST_RUN_MS)]),
    );
    this.#running.set(begun.runId, { stop, ended });
    void ended.then(() => this.#running.delete(begun.runId));
    return { ...begun, ended };
  }

  /** Stops what runs and marks it as cut off, so that the next start catches it up. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const runs = [...this.#running.values()];
    for (const { stop } of runs) stop.abort();
    await Promise.all(runs.map(({ ended }) => ended));
  }

  async #work(job: Job, runId: string, signal: AbortSignal): Promise<boolean> {
    const app = this.#app;
    const notes = new RunNotes(app, runId);
    app.log.info({ job: job.name, runId }, "job started");
    app.events.emit("jobs");
    try {
      const counts = await untilAborted(job.run(app, notes.workUntil(signal)), signal);
      await notes.written;
      await endRun(app, job.name, runId, { state: "succeeded", counts, faults: notes.faults });
      app.log.info({ job: job.name, runId, counts, faults: notes.faults.length }, "job succeeded");
      return true;
    } catch (error) {
      await notes.written;
      if (this.#isStopping) await interruptRun(app, runId);
      else
        await endRun(app, job.name, runId, {
          state: "failed",
          faults: notes.faults,
          error: sentenceOf(error),
        });
      app.log.error({ err: error, job: job.name, runId }, "job failed");
      return false;
    } finally {
      app.events.emit("jobs");
    }
  }
}

/** What a run tells of itself on the way. */
class RunNotes {
  readonly faults: JobFault[] = [];
  /** Settles when what was noted last is stored; does not reject. */
  written: Promise<void> = Promise.resolve();
  readonly #app: App;
  readonly #runId: string;
  #notedAt = Number.NEGATIVE_INFINITY;

  constructor(app: App, runId: string) {
    this.#app = app;
    this.#runId = runId;
  }

  workUntil(signal: AbortSignal): JobWork {
    return {
      signal,
      progress: (done, total) => {
        const now = performance.now();
        if (signal.aborted || (now - this.#notedAt < PROGRESS_GAP_MS && done < total)) return;
        this.#notedAt = now;
        this.written = this.#write(done, total);
      },
      fault: (source, error) => {
        this.faults.push({ source, message: sentenceOf(error) });
        this.#app.log.warn({ err: error, source, runId: this.#runId }, "a source of a job failed");
      },
    };
  }

  async #write(done: number, total: number): Promise<void> {
    await this.written;
    try {
      await noteProgress(this.#app, this.#runId, { done, total, faults: this.faults });
      this.#app.events.emit("jobs");
    } catch (error) {
      this.#app.log.warn({ err: error, runId: this.#runId }, "progress could not be noted");
    }
  }
}

const sentenceOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500);

/** The work's end, or a refusal as soon as the signal is aborted: work that ignores the signal is not waited for. */
async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => {
    reject(new Error("The run was stopped"));
  };
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
