/** Entry point of worker threads. */
import { serveTasks } from "./run-task.ts";
import { taskTable } from "./task-table.ts";

serveTasks(taskTable);
