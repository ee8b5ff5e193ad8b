import { extname, join } from "node:path";
import type { Worker } from "node:worker_threads";

import { unpackDatabaseError } from "#db/error-kinds.ts";
import {
  serverStopping,
  unpackRefusal,
  cancelled,
  serverBusy,
  taskTimedOut,
  taskOutOfMemory,
} from "#server/errors.ts";

import type { TaskReply } from "./run-task.ts";
import { taskTable } from "./task-table.ts";
import {
  type InputOf,
  type LaneName,
  type OutputOf,
  type Task,
  type TaskTable,
  END_MESSAGE,
  type TaskCall,
} from "./task.ts";

/** Runs tasks outside the main thread, which stays free for requests. */
export interface Workers<Table extends TaskTable = typeof taskTable> {
  /**
   * Returns the result of a task. Ends it early on abort, on timeout, or if it needs too much memory. Throws our own
   * error for each, and for a full queue.
   */
  run<Name extends keyof Table & string>(
    name: Name,
    input: InputOf<Table[Name]>,
    options: RunOptions,
  ): Promise<OutputOf<Table[Name]>>;
  /** Ends all tasks and threads. Waiting callers receive an error to try again. */
  stop(): Promise<void>;
}

interface RunOptions {
  /** Aborted when nobody waits for the result: `ctx.abortSignal()` of a request, or the signal of a job. */
  signal: AbortSignal | undefined;
  /** Time limit in milliseconds, overriding the task's own. */
  timeoutMs?: number;
}

/** At most two threads, and none without work. Together with the server they stay within 512 MiB. */
const LANE_LIMITS: Readonly<Record<LaneName, LaneLimits>> = {
  quick: { maxQueued: 32, memoryMb: 96, idleMs: 30_000 },
  long: { maxQueued: 16, memoryMb: 192, idleMs: 10_000 },
};

/** Located next to this file, as source or built. */
const ENTRY = join(import.meta.dirname, `worker${extname(import.meta.filename)}`);

/** Creates the workers for the product's tasks, with only the environment variables that the database needs. */
export const createWorkers = (environment: NodeJS.ProcessEnv = {}): Workers =>
  createWorkersFor(taskTable, ENTRY, LANE_LIMITS, environment);

/** Creates workers for a table of tasks. Their threads start with a file that serves it. */
export function createWorkersFor<Table extends TaskTable>(
  table: Table,
  entry: string,
  limits = LANE_LIMITS,
  environment: NodeJS.ProcessEnv = {},
): Workers<Table> {
  const createLane = (name: LaneName) => new Lane(entry, limits[name], environment);
  const lanes = { quick: createLane("quick"), long: createLane("long") };
  const stopping = new AbortController();

  return {
    async run(name, input, { signal, timeoutMs }) {
      const task: Task<unknown, unknown> | undefined = table[name];
      if (!task) throw new Error(`there is no task ${name}`);
      const signals = signal ? [signal, stopping.signal] : [stopping.signal];
      try {
        const reply = await lanes[task.lane].run<OutputOf<Table[typeof name]>>(
          { name, input },
          { timeoutMs: timeoutMs ?? task.timeoutMs, signal: AbortSignal.any(signals) },
        );
        if ("refusal" in reply) throw unpackRefusal(reply.refusal);
        if ("databaseError" in reply) throw unpackDatabaseError(reply.databaseError);
        if ("error" in reply) throw reply.error;
        return reply.output;
      } catch (error) {
        throw stopping.signal.aborted ? serverStopping() : error;
      }
    },

    async stop() {
      stopping.abort();
      await Promise.all(Object.values(lanes).map((lane) => lane.end()));
    },
  };
}

interface LaneLimits {
  /** Maximum number of queued tasks. Further ones are rejected. */
  maxQueued: number;
  /** Limit of a task's JavaScript heap, in MiB. Bytes of buffers don't count. */
  memoryMb: number;
  /** Idle time after which the thread ends and frees its memory, in milliseconds. */
  idleMs: number;
}

interface RunLimits {
  /** Time limit in milliseconds from the task's start. Time in the queue doesn't count. */
  timeoutMs: number;
  /** Aborted when nobody waits for the result. */
  signal: AbortSignal;
}

/** Limit of a thread's young generation, in MiB. By default, V8 uses three times as much before it collects garbage. */
const YOUNG_GENERATION_MB = 16;

/** Thread that runs tasks one after another. Aborting a task ends its thread, and the next task starts a new one. */
class Lane {
  readonly #entry: string;
  readonly #limits: LaneLimits;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #waiting = new Set<() => void>();
  #isBusy = false;
  #worker: Worker | null = null;
  #idleTimer: NodeJS.Timeout | undefined;
  /** Resolves when the last thread has ended. A call that can't be interrupted, such as a database query, delays it. */
  #ended: Promise<unknown> = Promise.resolve();

  constructor(entry: string, limits: LaneLimits, environment: NodeJS.ProcessEnv) {
    this.#entry = entry;
    this.#limits = limits;
    this.#environment = environment;
  }

  async run<Output>(call: TaskCall, { timeoutMs, signal }: RunLimits): Promise<TaskReply<Output>> {
    await this.#waitForThread(signal);
    try {
      return await this.#runNow(call, timeoutMs, signal);
    } finally {
      void this.#startNext();
    }
  }

  /** Ends the thread and its task. An idle thread stores its compiled code first. */
  async end(): Promise<void> {
    clearTimeout(this.#idleTimer);
    const worker = this.#worker;
    this.#worker = null;
    if (worker) this.#ended = this.#isBusy ? worker.terminate() : endIdle(worker);
    await this.#ended;
  }

  /** Starts the next task. Waits for an aborted task's thread to end, so that there is never a second one. */
  async #startNext(): Promise<void> {
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
  async #waitForThread(signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw cancelled();
    if (!this.#isBusy) {
      this.#isBusy = true;
      return;
    }
    if (this.#waiting.size >= this.#limits.maxQueued) throw serverBusy();
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
      reject(taskTimedOut());
    }, timeoutMs);
    signal.addEventListener("abort", onAbort, { once: true });
    worker.on("message", resolve).on("error", reject).on("messageerror", reject).on("exit", onExit);
    try {
      worker.postMessage(call);
      return await promise;
    } catch (error) {
      void this.end();
      throw isOutOfMemory(error) ? taskOutOfMemory() : error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      worker.off("message", resolve).off("error", reject).off("messageerror", reject).off("exit", onExit);
    }
  }

  #readyWorker(): Worker {
    clearTimeout(this.#idleTimer);
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
      // It parses untrusted data, and needs only the database's secrets.
      env: this.#environment,
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: this.#limits.memoryMb,
        maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
      },
    });
    const forget = () => {
      if (this.#worker === worker) this.#worker = null;
    };
    return worker.on("error", forget).on("exit", forget);
  }

  #endWhenIdle(): void {
    this.#worker?.unref();
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => void this.end(), this.#limits.idleMs).unref();
  }
}

async function endIdle(worker: Worker): Promise<void> {
  worker.ref();
  const { promise, resolve } = Promise.withResolvers<unknown>();
  worker.once("exit", resolve).postMessage(END_MESSAGE);
  await promise;
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
