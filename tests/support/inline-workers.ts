import { taskTable } from "#server/workers/task-table.ts";
import type { TaskTable } from "#server/workers/task.ts";
import type { Workers } from "#server/workers/workers.ts";

/** Does the product's tasks at once and in this thread: what most tests are about does not depend on where it is done. */
export const inlineWorkers = (): Workers => ({
  async run(name, input, { signal }) {
    signal?.throwIfAborted();
    const tasks: TaskTable = taskTable;
    const work = await tasks[name]?.load();
    return structuredClone(await work?.(structuredClone(input)));
  },
  stop: () => Promise.resolve(),
});
