import type { App, JobWork } from "#server/app.ts";
import type { Config } from "#server/config.ts";
import type { JobName } from "#shared/jobs.ts";

/** One row of the job table. */
export interface Job {
  name: JobName;
  title: string;
  /** The Croner pattern of its hours; null is never by itself. */
  pattern(config: Config): string | null;
  /** Whether a new database should not wait for the hour. */
  runsOnFirstStart: boolean;
  /** Whether it works with services outside, which are spared a rush on the hour. */
  asksOutside: boolean;
  /** Does the work; answers what came of it. Throws when nothing did. */
  run(app: App, work: JobWork): Promise<Record<string, number>>;
}
