import { EventEmitter, once } from "node:events";

import { inBackground } from "#server/kernel/async/promises.ts";
import type { Log } from "#server/log.ts";

import type { ChangeWatch } from "./changes.ts";

/** Returns the number of open inbox entries of each user. */
type ReadCounts = (userIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;

/**
 * Numbers of open inbox entries of connected users. After a change by any process, one query reads them for all
 * subscribers.
 */
export class OpenCounts {
  readonly #log: Log;
  readonly #readCounts: ReadCounts;
  readonly #changes: ChangeWatch;
  readonly #updates = new EventEmitter().setMaxListeners(0);
  /** Number of subscriptions of each user. */
  readonly #subscriptions = new Map<string, number>();
  readonly #counts = new Map<string, number>();
  #end: (() => void) | undefined;
  #reading: Promise<void> | null = null;
  /** True if the counts may have changed since they were read. */
  #isStale = false;

  constructor(log: Log, changes: ChangeWatch, readCounts: ReadCounts) {
    this.#log = log;
    this.#changes = changes;
    this.#readCounts = readCounts;
  }

  /** Streams a user's number of open entries, first the present one, then each new one, until the signal aborts. */
  async *subscribe(userId: string, signal: AbortSignal): AsyncGenerator<number> {
    this.#open(userId, signal);
    await this.#read();
    for (let sent: number | undefined; !signal.aborted;) {
      const count = this.#counts.get(userId) ?? 0;
      if (count === sent) await once(this.#updates, userId, { signal }).catch(() => null);
      else yield (sent = count);
    }
  }

  #open(userId: string, signal: AbortSignal): void {
    this.#subscriptions.set(userId, (this.#subscriptions.get(userId) ?? 0) + 1);
    if (this.#end === undefined) {
      const changes = this.#changes.follow();
      this.#end = changes.end;
      inBackground(this.#log, "counting inbox entries", this.#follow(changes.next));
    }
    // Closes on abort, not at the end of the generator, since an abandoned generator never ends.
    signal.addEventListener("abort", () => this.#close(userId), { once: true });
    if (signal.aborted) this.#close(userId);
  }

  #close(userId: string): void {
    const others = (this.#subscriptions.get(userId) ?? 1) - 1;
    if (others > 0) {
      this.#subscriptions.set(userId, others);
      return;
    }
    this.#subscriptions.delete(userId);
    this.#counts.delete(userId);
    if (this.#subscriptions.size > 0) return;
    this.#end?.();
    this.#end = undefined;
  }

  async #follow(next: () => Promise<boolean>): Promise<void> {
    while (await next()) inBackground(this.#log, "counting inbox entries", this.#read());
  }

  /** Reads the counts committed by now. Concurrent calls share one run. */
  #read(): Promise<void> {
    this.#isStale = true;
    this.#reading ??= this.#readAll();
    return this.#reading;
  }

  async #readAll(): Promise<void> {
    try {
      while (this.#isStale) {
        this.#isStale = false;
        const counts = await this.#readCounts([...this.#subscriptions.keys()]);
        for (const [userId, count] of counts) {
          if (!this.#subscriptions.has(userId) || this.#counts.get(userId) === count) continue;
          this.#counts.set(userId, count);
          this.#updates.emit(userId);
        }
      }
    } finally {
      this.#reading = null;
    }
  }
}
