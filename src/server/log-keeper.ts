import type { OpenDatabase } from "#db/database.ts";

import type { App } from "./app.ts";

/** 4 MB, for a database that has a log beside it. */
const MOST_PAGES = 1000;
const REST_MS = 1000;
const REST_AFTER_FAILURE_MS = 60_000;

/**
 * Has the database's log emptied where much stands in it; returns for how many milliseconds to rest then. By
 * itself the database would do it within whichever commit fills the log, and everybody would wait for the disk; see
 * docs/decisions/0040-the-log-is-emptied-by-a-thread.md.
 */
export async function keepLogShort(
  { workers, log }: Pick<App, "workers" | "log">,
  { name, countPagesInLog }: Pick<OpenDatabase, "name" | "countPagesInLog">,
  signal: AbortSignal,
): Promise<number> {
  try {
    if (countPagesInLog() >= MOST_PAGES) await workers.run("database.emptyLog", name, { signal });
    return REST_MS;
  } catch (error) {
    if (!signal.aborted) log.error({ err: error }, "emptying the database's log failed; it is tried again");
    return REST_AFTER_FAILURE_MS;
  }
}
