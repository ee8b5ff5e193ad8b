import type { TaskTable } from "./task.ts";

/** All that runs beside the main thread. What goes in and comes out is copied between threads: plain values, not many. */
export const taskTable = {} satisfies TaskTable;
