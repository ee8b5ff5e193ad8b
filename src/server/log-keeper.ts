import type { OpenDatabase } from "#db/database.ts";

import type { App } from "./app.ts";

/** 4 MB. */
const MOST_PAGES = 1000;
const REST_MS = 1000;
const REST_AFTER_FAILURE_MS = 60_000;

/**
 * Has the database's log emptied once there is much in it; returns how many milliseconds to rest then. Left alone, the
 * database would do it during whichever commit fills the log, and everybody would wait for the disk; see
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
