import type { App, JobWork, StartedRun } from "#server/app.ts";
import { untilAborted } from "#server/kernel/async/until-aborted.ts";
import type { SourceFailure, JobTrigger } from "#shared/operations/jobs.ts";

import { beginRun, createOwner, holdLease, type LeaseHolder, type RunRequest } from "./job-leases.service.ts";
import { endRun, interruptRun, noteProgress, type RunEnd, storeEventually } from "./job-runs.service.ts";
import type { Job } from "./job.ts";

/** A run that takes longer than this is stopped: something hangs. */
const LONGEST_RUN_MS = 30 * 60_000;
/** Progress is written at most this often, so that a long list does not become as many writes. */
const PROGRESS_GAP_MS = 250;

interface Running {
  stop: AbortController;
  /** Settles when the end is stored. */
  ended: Promise<boolean>;
  /** Stores the end, once the work is over; a full disk may delay that. */
  storeEnd: (() => Promise<void>) | null;
}

/** Runs the jobs of one process: records and bounds them. */
export class JobRunner implements LeaseHolder {
  readonly owner = createOwner();
  readonly #app: App;
  readonly #running = new Map<string, Running>();
  readonly #stopping = new AbortController();

  constructor(app: App) {
    this.#app = app;
  }

  isAtWork = (runId: string): boolean => this.#running.has(runId);

  /**
   * Starts a job, or returns its run that is under way or was for the same slot; refuses a person's request while storage
   * is low, as it is at this moment.
   */
  async start(
    job: Job,
    trigger: JobTrigger,
    request: Pick<RunRequest, "startedBy" | "slot"> = {},
  ): Promise<StartedRun> {
    if (job.usesNetwork && trigger === "person") await this.#app.storage.refuseWhenLow({ isFresh: true });
    const begun = await beginRun(this.#app, { ...request, job: job.name, trigger }, this);
    if (!begun.isNew) {
      const running = this.#running.get(begun.runId);
      if (!running?.storeEnd || request.slot !== undefined)
        return { ...begun, ended: running?.ended ?? Promise.resolve(true) };
      // That run has ended, so the caller gets the next one, or the reason why it can't be stored.
      await running.storeEnd();
      return this.start(job, trigger, request);
    }
    const stop = new AbortController();
    const lease = holdLease(this.#app, begun.runId);
    const signal = AbortSignal.any([stop.signal, lease.lost, AbortSignal.timeout(LONGEST_RUN_MS)]);
    const running: Running = { stop, ended: Promise.resolve(false), storeEnd: null };
    this.#running.set(begun.runId, running);
    running.ended = this.#runAndRecord(job, begun.runId, { trigger, signal, running }).finally(() => {
      lease.release();
      this.#running.delete(begun.runId);
    });
    return { ...begun, ended: running.ended };
  }

  /** Stops what runs and marks it as cut off, so that the next start catches it up. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const runs = [...this.#running.values()];
    for (const { stop } of runs) stop.abort();
    await Promise.all(runs.map(({ ended }) => ended));
  }

  async #runAndRecord(
    job: Job,
    runId: string,
    { trigger, signal, running }: { trigger: JobTrigger; signal: AbortSignal; running: Running },
  ): Promise<boolean> {
    const { log } = this.#app;
    const notes = new RunNotes(this.#app, runId);
    log.info({ job: job.name, runId }, "job started");
    const end = await this.#run(job, { runId, trigger }, notes.createWork(signal));
    await notes.written;
    let isStored = false;
    running.storeEnd = async () => {
      if (isStored) return;
      if (end.state === "interrupted") await interruptRun(this.#app, runId);
      else await endRun(this.#app, runId, { ...end, finds: job.finds, sourceErrors: notes.sourceErrors });
      isStored = true;
    };
    // Nobody waits at a terminal for room on a disk; the next start of a server marks the run as cut off.
    const patience = trigger === "command" ? AbortSignal.abort() : this.#stopping.signal;
    await storeEventually(this.#app, "the end of a job", running.storeEnd, patience);
    return end.state === "succeeded";
  }

  /** Runs a job to its end, whichever it is; does not reject. */
  async #run(
    job: Job,
    { runId, trigger }: { runId: string; trigger: JobTrigger },
    work: JobWork,
  ): Promise<RunEnd> {
    const { log, storage } = this.#app;
    try {
      // A person was told that the run begins.
      if (job.usesNetwork && trigger !== "person") await storage.refuseWhenLow();
      const counts = await untilAborted(
        this.#app.database.withLongTimeout(() => job.run(this.#app, work)),
        work.signal,
        wasStopped,
      );
      log.info({ job: job.name, runId, counts }, "job succeeded");
      return { state: "succeeded", counts };
    } catch (error) {
      log.error({ err: error, job: job.name, runId }, "job failed");
      return this.#stopping.signal.aborted
        ? { state: "interrupted" }
        : { state: "failed", error: toMessage(error) };
    }
  }
}

/** What a run reports of itself on the way. */
class RunNotes {
  readonly sourceErrors: SourceFailure[] = [];
  /** Settles when what was noted last is stored; does not reject. */
  written: Promise<void> = Promise.resolve();
  readonly #app: App;
  readonly #runId: string;
  #notedAt = Number.NEGATIVE_INFINITY;

  constructor(app: App, runId: string) {
    this.#app = app;
    this.#runId = runId;
  }

  createWork(signal: AbortSignal): JobWork {
    return {
      signal,
      progress: (done, total) => {
        const now = performance.now();
        if (signal.aborted || (now - this.#notedAt < PROGRESS_GAP_MS && done < total)) return;
        this.#notedAt = now;
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
      await noteProgress(this.#app, this.#runId, { done, total, sourceErrors: this.sourceErrors });
    } catch (error) {
      this.#app.log.warn({ err: error, runId: this.#runId }, "couldn't record progress");
    }
  }
}

const wasStopped = () => new Error("The run was stopped");

const toMessage = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500);
