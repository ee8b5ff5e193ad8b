import type { Log } from "#server/log.ts";

/** Lets work go on that nobody waits for; a failure goes to the log and harms nothing else. */
export function inBackground(log: Log, what: string, work: Promise<unknown>): void {
  work.catch((error: unknown) => {
    log.error({ err: error }, `${what} failed`);
  });
}
