import { getPriority, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";

import { packDatabaseError, type PackedDatabaseError } from "#db/error-kinds.ts";
import { packRefusal, type Refusal } from "#server/errors.ts";

import type { TaskCall, TaskTable } from "./task.ts";

/** What a worker replies: the result, or an error; one that has a code would lose it on the way and is packed. */
export type TaskReply<Output> =
  | { output: Output }
  | { refusal: Refusal }
  | { databaseError: PackedDatabaseError }
  | { error: unknown };

/** A third of what a thread of the usual priority gets where all want a processor; at 10 it would be a tenth, and tasks would starve. */
const NICENESS = 5;

/** Does the tasks of a table, one after the other, for the thread that started this one. */
export function serveTasks(table: TaskTable): void {
  stepBack();
  parentPort?.on("message", (call: TaskCall) => {
    void reply(table, call);
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
 * Lets the main thread go first where both want a processor. Only on Linux has a thread a priority of its own. One that
 * steps back further already, since its process does, may not come forward.
 */
function stepBack(): void {
  if (process.platform === "linux" && getPriority() < NICENESS) setPriority(0, NICENESS);
}
