import type { Worker } from "node:worker_threads";

import { cancelled, serverBusy, tookTooLong, tooMuchMemory } from "#server/errors.ts";

import type { TaskReply } from "./run-task.ts";
import { END, type TaskCall } from "./task.ts";

export interface LaneLimits {
  /** Maximum number of queued tasks. Further ones are rejected. */
  longestQueue: number;
  /** Limit of a task's JavaScript heap, in MiB. Bytes of buffers don't count. */
  memoryMb: number;
  /** Idle time after which the thread ends and frees its memory, in milliseconds. */
  idleMs: number;
}

export interface RunLimits {
  /** Time limit in milliseconds from the task's start. Time in the queue doesn't count. */
  timeoutMs: number;
  /** Aborted when nobody waits for the result. */
  signal: AbortSignal;
}

/** Limit of a thread's young generation, in MiB. By default, V8 uses three times as much before it collects garbage. */
const YOUNG_MB = 16;

/** Thread that runs tasks one after another. Aborting a task ends its thread, and the next task starts a new one. */
export class Lane {
  readonly #entry: string;
  readonly #limits: LaneLimits;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #waiting = new Set<() => void>();
  #isBusy = false;
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;
  /** Resolves when the last thread has ended. A call that can't be interrupted, such as a database query, delays it. */
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

  /** Ends the thread and its task. An idle thread stores its compiled code first. */
  async end(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = null;
    if (worker) this.#ended = this.#isBusy ? worker.terminate() : endIdle(worker);
    await this.#ended;
  }

  /** Starts the next task. Waits for an aborted task's thread to end, so that there is never a second one. */
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

  /** Waits until the thread is free for this task. */
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
    // Loaded now, since the start needs no threads.
    const threads = process.getBuiltinModule("node:worker_threads");
    // On the command line, this option would override the limit of each new thread. The main thread has it already.
    process.getBuiltinModule("node:v8").setFlagsFromString("--max-old-space-size=0");
    const worker = new threads.Worker(this.#entry, {
      // It parses untrusted data, and needs no secrets except those of the database.
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

async function endIdle(worker: Worker): Promise<void> {
  worker.ref();
  const { promise, resolve } = Promise.withResolvers<unknown>();
  worker.once("exit", resolve).postMessage(END);
  await promise;
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
