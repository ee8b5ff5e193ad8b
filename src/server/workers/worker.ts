import { serveTasks } from "./run-task.ts";
import { taskTable } from "./task-table.ts";

// What a worker thread starts with.
serveTasks(taskTable);
