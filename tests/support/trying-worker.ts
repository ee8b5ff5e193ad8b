import { serveTasks } from "#server/workers/run-task.ts";

import { workerTestTasks } from "./worker-test-tasks.ts";

serveTasks(workerTestTasks);
