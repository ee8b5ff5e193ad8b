import { createWorkers, type Workers } from "#server/workers/workers.ts";

/** Runs a task in a thread, so that this one can show progress and react to Ctrl-C. */
export const beside: Workers["run"] = async (name, input, options) => {
  const workers = createWorkers();
  try {
    return await workers.run(name, input, options);
  } finally {
    await workers.stop();
  }
};
