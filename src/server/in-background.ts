import type { Log } from "./log.ts";

/** Lets work go on that nobody waits for; when it fails, the log says so and nothing else is harmed. */
export function inBackground(log: Log, what: string, work: Promise<unknown>): void {
  work.catch((error: unknown) => {
    log.error({ err: error }, `${what} failed`);
  });
}
