import { getPriority, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";

import { packDatabaseError, type PackedDatabaseError } from "#db/error-kinds.ts";
import { packRefusal, type Refusal } from "#server/errors.ts";

import { END_MESSAGE, type TaskCall, type TaskTable } from "./task.ts";

/**
 * Worker's reply: the result, or an error. An error with a code is packed, since the code would be lost in transfer.
 */
export type TaskReply<Output> =
  | { output: Output }
  | { refusal: Refusal }
  | { databaseError: PackedDatabaseError }
  | { error: unknown };

/**
 * Limits tasks to a third of a normal thread's share when all CPUs are busy. At 10 it would be a tenth, and tasks would
 * starve.
 */
const NICENESS = 5;

/** Runs the tasks of a table one after another, for the parent thread. */
export function serveTasks(table: TaskTable): void {
  lowerPriority();
  parentPort?.on("message", (message: TaskCall | typeof END_MESSAGE) => {
    if (message === END_MESSAGE) process.exit();
    void reply(table, message);
  });
}

async function reply(table: TaskTable, { name, input }: TaskCall): Promise<void> {
  parentPort?.postMessage(await runTask(table, name, input));
}

async function runTask(table: TaskTable, name: string, input: unknown): Promise<TaskReply<unknown>> {
  try {
    const work = await table[name]?.load();
    if (!work) throw new Error(`there is no task ${name}`);
    return { output: await work(input) };
  } catch (error) {
    const refusal = packRefusal(error);
    if (refusal !== null) return { refusal };
    const databaseError = packDatabaseError(error);
    return databaseError === null ? { error } : { databaseError };
  }
}

/**
 * Lowers this thread's priority below the main thread's. Only Linux has priorities per thread. If the process already
 * has a lower priority, raising it is not allowed.
 */
function lowerPriority(): void {
  if (process.platform === "linux" && getPriority() < NICENESS) setPriority(0, NICENESS);
}
