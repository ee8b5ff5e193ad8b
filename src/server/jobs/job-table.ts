import { backUpNightly } from "#server/features/jobs/backup.service.ts";
import { fetchAllNews } from "#server/features/news/news-fetch.service.ts";
import { fetchLatestPapers } from "#server/features/papers/paper-fetch.service.ts";
import { refreshAllReleaseNotes } from "#server/features/tools/release-notes.service.ts";

import type { Job } from "./job.ts";

/** Every job of the server. A row holds no logic: services do the work. */
export const jobTable: readonly Job[] = [
  {
    name: "papers.fetch",
    title: "Fetch papers",
    pattern: ({ nightlyCron }) => nightlyCron,
    runsOnFirstStart: true,
    asksOutside: true,
    run: fetchLatestPapers,
  },
  {
    name: "news.fetch",
    title: "Check for news",
    pattern: ({ newsCron }) => newsCron,
    runsOnFirstStart: false,
    asksOutside: true,
    run: fetchAllNews,
  },
  {
    name: "release-notes.fetch",
    title: "Check for release notes",
    pattern: ({ nightlyCron }) => nightlyCron,
    runsOnFirstStart: false,
    asksOutside: true,
    run: refreshAllReleaseNotes,
  },
  {
    name: "backup",
    title: "Back up the database",
    pattern: ({ backupCron }) => backupCron,
    runsOnFirstStart: false,
    asksOutside: false,
    run: backUpNightly,
  },
];
