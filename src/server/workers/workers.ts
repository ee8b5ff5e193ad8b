import { extname, join } from "node:path";

import { unpackDatabaseError } from "#db/error-kinds.ts";
import { serverStopping, unpackRefusal } from "#server/errors.ts";

import { Lane, type LaneLimits } from "./lane.ts";
import { taskTable } from "./task-table.ts";
import type { InputOf, LaneName, OutputOf, Task, TaskTable } from "./task.ts";

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
const LANES: Readonly<Record<LaneName, LaneLimits>> = {
  quick: { longestQueue: 32, memoryMb: 96, idleMs: 30_000 },
  long: { longestQueue: 16, memoryMb: 192, idleMs: 10_000 },
};

/** Located next to this file, as source or built. */
const ENTRY = join(import.meta.dirname, `worker${extname(import.meta.filename)}`);

/** Creates the workers for the product's tasks, with only the environment variables that the database needs. */
export const createWorkers = (environment: NodeJS.ProcessEnv = {}): Workers =>
  createWorkersFor(taskTable, ENTRY, LANES, environment);

/** Creates workers for a table of tasks. Their threads start with a file that serves it. */
export function createWorkersFor<Table extends TaskTable>(
  table: Table,
  entry: string,
  limits = LANES,
  environment: NodeJS.ProcessEnv = {},
): Workers<Table> {
  const laneOf = (name: LaneName) => new Lane(entry, limits[name], environment);
  const lanes = { quick: laneOf("quick"), long: laneOf("long") };
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
