import { returnSourceErrors } from "#server/outside/http/source-error.ts";

import type { Task, TaskTable } from "./task.ts";

const DAY_MS = 24 * 3_600_000;

const quick = <Input, Output>(load: Task<Input, Output>["load"], timeoutMs: number): Task<Input, Output> => ({
  lane: "quick",
  timeoutMs,
  load,
});
const long = <Input, Output>(load: Task<Input, Output>["load"], timeoutMs: number): Task<Input, Output> => ({
  lane: "long",
  timeoutMs,
  load,
});

/** Loads a task that reads texts of items, or imports or exports them. */
const withSliceData =
  <Work>(load: () => Promise<Work>) =>
  async (): Promise<Work> => {
    const { registerAllSliceData } = await import("./slice-data.ts");
    registerAllSliceData();
    return load();
  };

/**
 * All tasks that run outside the main thread. Input and output are copied between threads, so they must be small plain
 * values.
 */
export const taskTable = {
  "exports.text": quick(
    withSliceData(async () => (await import("#server/kernel/exports/export.task.ts")).writeText),
    60_000,
  ),
  "exports.deck": long(
    async () => (await import("#server/features/exports/deck.task.ts")).writeDeck,
    120_000,
  ),
  "exports.radar": long(
    async () => (await import("#server/features/verdicts/as-radar-slide.ts")).radarAsSlide,
    60_000,
  ),
  "briefs.read": quick(
    withSliceData(async () => (await import("#server/features/briefs/brief.task.ts")).readBrief),
    30_000,
  ),
  "briefs.deck": long(
    async () => (await import("#server/features/briefs/brief-as-slides.ts")).briefAsSlides,
    60_000,
  ),
  "events.export": quick(
    async () => (await import("#server/features/events/activity.task.ts")).writeActivity,
    60_000,
  ),
  // Parsing takes tens of milliseconds, or a second or two on a busy machine. Anything slower is malicious.
  "feeds.read": long(
    async () => returnSourceErrors((await import("#server/outside/feeds/feed-reader.ts")).readFeed),
    30_000,
  ),
  "pages.read": quick(
    async () => returnSourceErrors((await import("#server/outside/pages/page-reader.ts")).readPage),
    15_000,
  ),
  "robots.check": quick(
    async () => returnSourceErrors((await import("#server/outside/http/robots-rules.ts")).isAllowedByRobots),
    15_000,
  ),
  "stories.read": long(
    async () =>
      returnSourceErrors((await import("#server/outside/news/hacker-news-reply.ts")).readSubmissions),
    15_000,
  ),
  "papers.read": long(
    async () => returnSourceErrors((await import("#server/outside/papers/arxiv-atom.ts")).readArxivPage),
    30_000,
  ),
  "papers.compare": long(
    async () => (await import("#server/features/papers/paper-ranking.task.ts")).comparePapers,
    120_000,
  ),
  "papers.rank": long(
    async () => (await import("#server/features/papers/paper-ranking.task.ts")).rankPapers,
    120_000,
  ),
  "imports.plan": quick(
    withSliceData(async () => (await import("#server/kernel/imports/import.task.ts")).planInWorker),
    60_000,
  ),
  "imports.bibtex": long(
    async () => (await import("#server/features/readings/read-bibtex.task.ts")).readBibtexRows,
    60_000,
  ),
  // The largest accepted drawing takes a second or two.
  "uploads.check": quick(
    async () => (await import("#server/features/uploads/image-check.ts")).checkImage,
    15_000,
  ),
  "uploads.find": quick(
    async () => (await import("#server/features/uploads/image-check.ts")).readFoundImage,
    15_000,
  ),
  // Run by commands. The time grows with the file size.
  "database.backup": long(
    async () => (await import("#server/kernel/jobs/database-file.task.ts")).backUp,
    DAY_MS,
  ),
  "database.check": long(
    async () => (await import("#server/kernel/jobs/database-file.task.ts")).check,
    DAY_MS,
  ),
  "database.prepareRestore": long(
    async () => (await import("#server/kernel/jobs/database-file.task.ts")).prepareToRestore,
    DAY_MS,
  ),
  "links.find": long(
    withSliceData(async () => (await import("#server/kernel/links/find-links.task.ts")).findLinks),
    60_000,
  ),
  "database.checkpointLog": quick(async () => (await import("#db/database-files.ts")).checkpointLog, 60_000),
  // Takes a few milliseconds for any search, or longer if a busy machine has to start a thread.
  "search.all": quick(
    withSliceData(async () => (await import("#server/kernel/search/search.queries.ts")).runSearch),
    15_000,
  ),
  "search.ask": quick(
    withSliceData(async () => (await import("#server/features/ask/ask.task.ts")).answerQuestion),
    15_000,
  ),
  "search.latest": quick(
    withSliceData(async () => (await import("#server/kernel/search/search.queries.ts")).runLatestSearch),
    15_000,
  ),
} satisfies TaskTable;
