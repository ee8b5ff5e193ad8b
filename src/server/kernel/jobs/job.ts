import type { App, JobWork } from "#server/app.ts";
import type { Config } from "#server/config/config.ts";
import type { JobName } from "#shared/operations/jobs.ts";

import type { AddedItems } from "./job-runs.service.ts";

/** Declaration of a job by its slice. */
export interface Job {
  name: JobName;
  title: string;
  /** Cron pattern of its schedule; null for no automatic runs. */
  pattern(config: Config): string | null;
  /** True to run at once on a new database. */
  runsOnFirstStart: boolean;
  /**
   * True if it fetches from external services. Such a job starts after a random delay, and not while storage is low.
   */
  usesNetwork: boolean;
  /** True if it works on a database file. A database server has its own tools for this. */
  needsDatabaseFile?: true;
  /** Item kind that the count `added` refers to, for the ledger. */
  adds?: AddedItems;
  /** Does the work and returns counts. Throws if nothing was done. */
  run(app: App, work: JobWork): Promise<Record<string, number>>;
}

/** Creates a nightly job that only uses the database. */
export const nightly = (job: Pick<Job, "name" | "title" | "run" | "needsDatabaseFile">): Job => ({
  pattern: ({ nightlyCron }) => nightlyCron,
  runsOnFirstStart: false,
  usesNetwork: false,
  ...job,
});
