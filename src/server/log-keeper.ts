import type { OpenDatabase } from "#db/sqlite/open.ts";

import type { App } from "./app.ts";

/** As many pages as SQLite itself lets gather: 4 MB. */
const MOST_PAGES = 1000;
const REST_MS = 1000;
const REST_AFTER_FAILURE_MS = 60_000;

/**
 * Has the database's log emptied where much stands in it; returns for how many milliseconds to rest then. SQLite would
 * do it within whichever commit fills the log, and everybody would wait for the disk; see
 * docs/decisions/0040-the-log-is-emptied-by-a-thread.md.
 */
export async function keepLogShort(
  { workers, log }: Pick<App, "workers" | "log">,
  { file, countPagesInLog }: Pick<OpenDatabase, "file" | "countPagesInLog">,
  signal: AbortSignal,
): Promise<number> {
  try {
    if (countPagesInLog() >= MOST_PAGES) await workers.run("database.emptyLog", file, { signal });
    return REST_MS;
  } catch (error) {
    if (!signal.aborted) log.error({ err: error }, "emptying the database's log failed; it is tried again");
    return REST_AFTER_FAILURE_MS;
  }
}
