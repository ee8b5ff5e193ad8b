import { enableCompileCache } from "node:module";
import { extname, join } from "node:path";

import { serveTasks } from "./run-task.ts";
import { taskTable } from "./task-table.ts";

// Entry point of a worker thread. It caches the compiled code of its tasks, an eighth of a first question's time.
if (extname(import.meta.filename) === ".cjs") enableCompileCache(join(import.meta.dirname, ".compile-cache"));
serveTasks(taskTable);
