import { serveTasks } from "./run-task.ts";
import { taskTable } from "./task-table.ts";

// Entry point of a worker thread.
serveTasks(taskTable);
