import type { App, JobWork } from "#server/app.ts";
import type { Config } from "#server/config.ts";
import { fetchAllNews } from "#server/features/news/news-fetch.service.ts";
import { fetchLatestPapers } from "#server/features/papers/paper-fetch.service.ts";
import { refreshAllReleaseNotes } from "#server/features/tools/release-notes.service.ts";
import { remindOfVerdicts } from "#server/features/verdicts/remind.service.ts";
import { scanForLinks } from "#server/kernel/links/link-reading.service.ts";
import type { JobName } from "#shared/jobs.ts";

import { cleanUp } from "./cleanup.service.ts";
import { checkWholeDatabase } from "./database-check.service.ts";
import type { JobYield } from "./job-runs.service.ts";
import { backUpNightly } from "./nightly-backup.service.ts";

/** One row of the job table. */
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
  /** What its count of `added` things is about, for the ledger. */
  finds?: JobYield;
  /** Does the work; returns what came of it, in counts. Throws when nothing did. */
  run(app: App, work: JobWork): Promise<Record<string, number>>;
}

/** The jobs that there are with such a database. */
export const jobsFor = ({ folder }: App["database"]): Job[] =>
  jobTable.filter(({ isOfFile }) => !isOfFile || folder !== null);

/** Every job there is. A row holds no logic: services do the work. */
export const jobTable: readonly Job[] = [
  {
    name: "papers.fetch",
    title: "Fetch papers",
    pattern: ({ nightlyCron }) => nightlyCron,
    runsOnFirstStart: true,
    usesNetwork: true,
    finds: { kind: "paper", one: "paper", many: "papers" },
    run: fetchLatestPapers,
  },
  {
    name: "news.fetch",
    title: "Check for news",
    pattern: ({ newsCron }) => newsCron,
    runsOnFirstStart: false,
    usesNetwork: true,
    finds: { kind: "article", one: "article", many: "articles" },
    run: fetchAllNews,
  },
  {
    name: "release-notes.fetch",
    title: "Check for release notes",
    pattern: ({ nightlyCron }) => nightlyCron,
    runsOnFirstStart: false,
    usesNetwork: true,
    finds: { kind: "tool", one: "release note", many: "release notes" },
    run: refreshAllReleaseNotes,
  },
  {
    name: "backup",
    title: "Back up the database",
    pattern: ({ backupCron }) => backupCron,
    runsOnFirstStart: false,
    usesNetwork: false,
    isOfFile: true,
    run: backUpNightly,
  },
  {
    name: "check",
    title: "Check the database",
    pattern: ({ nightlyCron }) => nightlyCron,
    runsOnFirstStart: false,
    usesNetwork: false,
    isOfFile: true,
    run: checkWholeDatabase,
  },
  {
    name: "cleanup",
    title: "Clean up the database",
    pattern: ({ nightlyCron }) => nightlyCron,
    runsOnFirstStart: false,
    usesNetwork: false,
    run: cleanUp,
  },
  {
    name: "links.find",
    title: "Look for names in texts",
    pattern: ({ nightlyCron }) => nightlyCron,
    runsOnFirstStart: false,
    usesNetwork: false,
    run: scanForLinks,
  },
  {
    name: "verdicts.remind",
    title: "Remind of verdicts",
    pattern: ({ nightlyCron }) => nightlyCron,
    runsOnFirstStart: false,
    usesNetwork: false,
    run: remindOfVerdicts,
  },
];
