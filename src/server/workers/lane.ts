import { Worker } from "node:worker_threads";

import { cancelled, serverBusy, tookTooLong, tooMuchMemory } from "#server/errors.ts";

import type { TaskReply } from "./run-task.ts";
import type { TaskCall } from "./task.ts";

export interface LaneLimits {
  /** How many tasks may wait for their turn; one more is refused. */
  longestQueue: number;
  /** What a task may use of JavaScript's memory, in MiB; bytes of buffers are not counted. */
  memoryMb: number;
  /** After so many milliseconds without a task the thread ends and gives its memory back. */
  idleMs: number;
}

export interface RunLimits {
  /** In milliseconds, from when the task begins; the time in the queue does not count. */
  timeoutMs: number;
  /** Aborted when nobody waits for the result any more. */
  signal: AbortSignal;
}

/** A thread's young objects, in MiB. By itself V8 takes three times as much before it looks for garbage. */
const YOUNG_MB = 16;

/** One thread, which does one task after the other. A task that is ended early takes its thread with it; the next gets a new one. */
export class Lane {
  readonly #entry: string;
  readonly #limits: LaneLimits;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #waiting = new Set<() => void>();
  #isBusy = false;
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;
  /** The end of the last thread; it takes as long as a call that cannot be broken off, such as a query of the database. */
  #ended: Promise<unknown> = Promise.resolve();

  constructor(entry: string, limits: LaneLimits, environment: NodeJS.ProcessEnv) {
    this.#entry = entry;
    this.#limits = limits;
    this.#environment = environment;
  }

  async run<Output>(call: TaskCall, { timeoutMs, signal }: RunLimits): Promise<TaskReply<Output>> {
    await this.#turn(signal);
    try {
      return await this.#runNow(call, timeoutMs, signal);
    } finally {
      void this.#passOn();
    }
  }

  /** Ends the thread and what it does. */
  async end(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = null;
    if (worker) this.#ended = worker.terminate();
    await this.#ended;
  }

  /** Gives the turn to the next task; not before the thread of one that was ended has, so that there is never a second. */
  async #passOn(): Promise<void> {
    await this.#ended;
    const [next] = this.#waiting;
    if (next) {
      this.#waiting.delete(next);
      next();
    } else {
      this.#isBusy = false;
      this.#endWhenIdle();
    }
  }

  /** Waits until the thread is this task's. */
  async #turn(signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw cancelled();
    if (!this.#isBusy) {
      this.#isBusy = true;
      return;
    }
    if (this.#waiting.size >= this.#limits.longestQueue) throw serverBusy();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = () => {
      this.#waiting.delete(resolve);
      reject(cancelled());
    };
    this.#waiting.add(resolve);
    signal.addEventListener("abort", onAbort, { once: true });
    await promise.finally(() => {
      signal.removeEventListener("abort", onAbort);
    });
  }

  async #runNow<Output>(call: TaskCall, timeoutMs: number, signal: AbortSignal): Promise<TaskReply<Output>> {
    if (signal.aborted) throw cancelled();
    const worker = this.#readyWorker();
    const { promise, resolve, reject } = Promise.withResolvers<TaskReply<Output>>();
    const onAbort = () => {
      reject(cancelled());
    };
    const onExit = (code: number) => {
      reject(new Error(`a worker ended with code ${code} during ${call.name}`));
    };
    const timer = setTimeout(() => {
      reject(tookTooLong());
    }, timeoutMs);
    signal.addEventListener("abort", onAbort, { once: true });
    worker.on("message", resolve).on("error", reject).on("messageerror", reject).on("exit", onExit);
    try {
      worker.postMessage(call);
      return await promise;
    } catch (error) {
      void this.end();
      throw isOutOfMemory(error) ? tooMuchMemory() : error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      worker.off("message", resolve).off("error", reject).off("messageerror", reject).off("exit", onExit);
    }
  }

  #readyWorker(): Worker {
    clearTimeout(this.#idle);
    const worker = this.#worker ?? this.#startWorker();
    this.#worker = worker;
    worker.ref();
    return worker;
  }

  #startWorker(): Worker {
    const worker = new Worker(this.#entry, {
      // It reads what strangers send, and needs no keys for that but those of the database.
      env: this.#environment,
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: this.#limits.memoryMb,
        maxYoungGenerationSizeMb: YOUNG_MB,
      },
    });
    const forget = () => {
      if (this.#worker === worker) this.#worker = null;
    };
    return worker.on("error", forget).on("exit", forget);
  }

  #endWhenIdle(): void {
    this.#worker?.unref();
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.end(), this.#limits.idleMs).unref();
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
