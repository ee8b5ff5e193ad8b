import { getStorageErrorKind } from "#db/error-kinds.ts";
import { inBackground } from "#server/kernel/async/promises.ts";
import type { Log } from "#server/log.ts";

const RETRY_MS = 2000;
/** Number of sessions above which the oldest are no longer retried. */
const MAX_PENDING = 10_000;

/**
 * Sessions whose sign-out could not be stored, such as on a full disk. This process treats them as ended at once, and
 * retries the deletion.
 */
export class PendingSignOuts {
  readonly #deleteSession: (id: string) => Promise<unknown>;
  readonly #log: Log;
  readonly #ids = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(deleteSession: (id: string) => Promise<unknown>, log: Log) {
    this.#deleteSession = deleteSession;
    this.#log = log;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Deletes a session now, or as soon as possible. Throws any error that is not a storage problem. */
  async end(id: string): Promise<void> {
    try {
      await this.#deleteSession(id);
    } catch (error) {
      if (getStorageErrorKind(error) === undefined) throw error;
      this.#log.warn({ err: error }, "a session will end once the server can store data");
      const [oldest] = this.#ids;
      if (this.#ids.size >= MAX_PENDING && oldest !== undefined) this.#ids.delete(oldest);
      this.#ids.add(id);
      this.#timer ??= setInterval(() => {
        inBackground(this.#log, "ending sessions", this.retry());
      }, RETRY_MS).unref();
    }
  }

  /** Retries the pending deletions. */
  async retry(): Promise<void> {
    for (const id of this.#ids) {
      try {
        await this.#deleteSession(id);
      } catch (error) {
        if (getStorageErrorKind(error) === undefined) throw error;
        return;
      }
      this.#ids.delete(id);
    }
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
