import { serveTasks } from "#server/workers/run-task.ts";

import { tryingTasks } from "./trying-tasks.ts";

serveTasks(tryingTasks);
