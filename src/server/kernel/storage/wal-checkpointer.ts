import type { OpenDatabase } from "#db/database.ts";
import { getStorageErrorKind } from "#db/error-kinds.ts";
import type { App } from "#server/app.ts";

/** Equals 4 MB. */
const MIN_PAGES_TO_SAVE = 1000;
/** Equals 16 MB. A longer log restarts from its beginning, even if writes have to wait. */
const MAX_LOG_PAGES = 4000;
/** Pause before the next check: while the log can't be emptied, after a write, and after a worker failure. */
const PAUSE_WHILE_BLOCKED_MS = 1000;
const PAUSE_AFTER_WRITE_MS = 100;
const PAUSE_AFTER_FAILURE_MS = 60_000;

type Log = NonNullable<OpenDatabase["log"]>;
/**
 * Empties the write-ahead log of a database file in a worker, a little at a time. Each call of the returned function
 * does one round and returns the pause in milliseconds, or null to rest until the next commit. While it works, commits
 * move no pages to the file, because all writers would wait for the disk. If the worker fails, commits move pages again
 * until it works. See docs/decisions/0040-checkpoint-the-write-ahead-log-in-a-thread.md.
 */
export function walCheckpointer(
  app: Pick<App, "workers" | "log">,
  { name, log, lastOwnCommit }: Pick<OpenDatabase, "name" | "log" | "lastOwnCommit">,
  signal: AbortSignal,
): () => Promise<number | null> {
  let lastCommit = lastOwnCommit();
  return async () => {
    if (log === null) return PAUSE_AFTER_FAILURE_MS;
    try {
      const isShort = await shortenLog(app, { file: name, log, signal });
      log.checkpointOnCommit(false);
      // A long read, such as a backup, prevents the log from shrinking until it ends.
      if (!isShort) return PAUSE_WHILE_BLOCKED_MS;
    } catch (error) {
      if (signal.aborted) return PAUSE_WHILE_BLOCKED_MS;
      // Another connection has locked the database for a moment.
      if (getStorageErrorKind(error) === "busy") return PAUSE_WHILE_BLOCKED_MS;
      log.checkpointOnCommit(true);
      app.log.error({ err: error }, "emptying the database's log failed; retrying");
      return PAUSE_AFTER_FAILURE_MS;
    }
    const hasWritten = lastOwnCommit() !== lastCommit;
    lastCommit = lastOwnCommit();
    return hasWritten ? PAUSE_AFTER_WRITE_MS : null;
  };
}

/** Returns true if the next write can start at the beginning of a long log. */
async function shortenLog(
  { workers }: Pick<App, "workers">,
  { file, log, signal }: { file: string; log: Log; signal: AbortSignal },
): Promise<boolean> {
  const { all, unsaved } = log.countPages();
  if (all < MAX_LOG_PAGES) {
    if (unsaved >= MIN_PAGES_TO_SAVE)
      await workers.run("database.checkpointLog", { file, how: "passive" }, { signal });
    return true;
  }
  // During steady writing, new pages arrive while others are copied, so the log would keep growing.
  return log.pauseWrites(async () => {
    if (log.countPages().unsaved > 0)
      await workers.run("database.checkpointLog", { file, how: "restart" }, { signal });
    return log.countPages().unsaved === 0;
  });
}
