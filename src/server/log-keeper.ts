import { setTimeout as wait } from "node:timers/promises";

import type { OpenDatabase } from "#db/open.ts";

import type { App } from "./app.ts";

/** As many pages as SQLite itself lets gather: 4 MB. */
const MOST_PAGES = 1000;
const REST_MS = 1000;
const REST_AFTER_FAILURE_MS = 60_000;

/**
 * Has the database's log emptied whenever much has been written, for as long as the server runs. SQLite would do it
 * within whichever commit fills the log, and everybody would wait for the disk; see
 * docs/decisions/0040-the-log-is-emptied-by-a-thread.md. Settles once `signal` aborts. `rest` waits for some
 * milliseconds.
 */
export async function keepLogShort(
  { workers, log }: Pick<App, "workers" | "log">,
  { file, countPagesInLog }: Pick<OpenDatabase, "file" | "countPagesInLog">,
  signal: AbortSignal,
  rest: (milliseconds: number) => Promise<unknown> = (milliseconds) =>
    wait(milliseconds, undefined, { signal, ref: false }).catch(() => null),
): Promise<void> {
  while (!signal.aborted) {
    let pause = REST_MS;
    try {
      if (countPagesInLog() >= MOST_PAGES) await workers.run("database.emptyLog", file, { signal });
    } catch (error) {
      pause = REST_AFTER_FAILURE_MS;
      if (!signal.aborted) log.error({ err: error }, "emptying the database's log failed; it is tried again");
    }
    await rest(pause);
  }
}
