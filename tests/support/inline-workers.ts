import { taskTable } from "#server/workers/task-table.ts";
import type { TaskTable } from "#server/workers/task.ts";
import type { Workers } from "#server/workers/workers.ts";

/** Runs the product's tasks at once in this thread, since most tests don't depend on the thread. */
export const inlineWorkers = (): Workers => ({
  async run(name, input, { signal }) {
    signal?.throwIfAborted();
    const tasks: TaskTable = taskTable;
    const work = await tasks[name]?.load();
    return structuredClone(await work?.(structuredClone(input)));
  },
  stop: () => Promise.resolve(),
});
