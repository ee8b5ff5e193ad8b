import type { Log } from "#server/log.ts";

/** Runs work in the background. Logs a failure, without other effects. */
export function inBackground(log: Log, what: string, work: Promise<unknown>): void {
  work.catch((error: unknown) => {
    log.error({ err: error }, `${what} failed`);
  });
}
