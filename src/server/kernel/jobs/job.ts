import type { App, JobWork } from "#server/app.ts";
import type { Config } from "#server/config/config.ts";
import type { JobName } from "#shared/operations/jobs.ts";

import type { JobYield } from "./job-runs.service.ts";

/** A job as its slice declares it. */
export interface Job {
  name: JobName;
  title: string;
  /** The Croner pattern of its hours; null is never by itself. */
  pattern(config: Config): string | null;
  /** Whether a new database should not wait for the hour. */
  runsOnFirstStart: boolean;
  /** Whether it fetches from services outside: such a job starts a little after its hour, and not while storage is low. */
  usesNetwork: boolean;
  /** Whether it is about a database file; a database server has tools of its own for this. */
  isOfFile?: true;
  /** What its count of `added` items is about, for the ledger. */
  finds?: JobYield;
  /** Does the work and returns counts. Throws when nothing was done. */
  run(app: App, work: JobWork): Promise<Record<string, number>>;
}

/** A job of every night that works on the database alone. */
export const nightly = (job: Pick<Job, "name" | "title" | "run" | "isOfFile">): Job => ({
  pattern: ({ nightlyCron }) => nightlyCron,
  runsOnFirstStart: false,
  usesNetwork: false,
  ...job,
});
