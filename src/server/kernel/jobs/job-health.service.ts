import type { App } from "#server/app.ts";
import type { JobHealth } from "#shared/operations/system.ts";

import { listRunEnds } from "./job-runs.queries.ts";

/** Returns each job's last run, last successful run, and number of failures since. */
export const jobsHealth = ({ db, jobs }: App): Promise<JobHealth[]> =>
  Promise.all(
    jobs.hours().map(async ({ name, title, nextRunAt, lastDueAt }) => {
      const runs = await listRunEnds(db, name);
      const succeeded = runs.findIndex(({ state }) => state === "succeeded");
      const since = succeeded === -1 ? runs : runs.slice(0, succeeded);
      const last = runs[0];
      return {
        name,
        title,
        nextRunAt,
        lastDueAt,
        state: last?.state ?? null,
        startedAt: last?.startedAt ?? null,
        finishedAt: last?.finishedAt ?? null,
        error: since.find(({ error }) => error !== null)?.error ?? null,
        succeededAt: runs[succeeded]?.finishedAt ?? null,
        failuresInARow: since.filter(({ state }) => state === "failed").length,
      };
    }),
  );
