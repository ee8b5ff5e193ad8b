import { setTimeout as wait } from "node:timers/promises";

import type { OpenDatabase } from "#db/database.ts";

/** Interval in ms for checking for commits. */
const CHECK_INTERVAL_MS = 1000;

type Commits = Pick<OpenDatabase, "isShared" | "lastOwnCommit" | "readOthersChanges">;

/** Pauses background work until a process commits. All loops share one timer, so an idle server rarely wakes up. */
export class CommitWatch {
  readonly #database: Commits;
  readonly #signal: AbortSignal;
  readonly #checkIntervalMs: number;
  #checks = 0;
  #tick: Promise<void> | null = null;

  constructor(database: Commits, signal: AbortSignal, checkIntervalMs = CHECK_INTERVAL_MS) {
    this.#database = database;
    this.#signal = signal;
    this.#checkIntervalMs = checkIntervalMs;
  }

  /**
   * Returns a version of the database that changes with every commit of any process. It always changes on a database
   * server, which doesn't notify of all tables, and if the database can't be read.
   */
  readVersion(): string {
    const { isShared, lastOwnCommit, readOthersChanges } = this.#database;
    this.#checks += 1;
    if (isShared) return `check ${this.#checks}`;
    try {
      return `${readOthersChanges()} ${lastOwnCommit()}`;
    } catch {
      return `check ${this.#checks}`;
    }
  }

  /** Rests for a moment, and until the version is no longer `version` or the signal aborts. */
  async next(version: string): Promise<void> {
    do await this.#nextTick();
    while (!this.#signal.aborted && this.readVersion() === version);
  }

  #nextTick(): Promise<void> {
    this.#tick ??= pause(this.#checkIntervalMs, this.#signal).finally(() => {
      this.#tick = null;
    });
    return this.#tick;
  }
}

export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  wait(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);

/**
 * Runs rounds of work until `signal` aborts. Each returns the pause after it in milliseconds, or null to rest until the
 * next commit, and catches its own errors.
 */
export async function runLoop(
  signal: AbortSignal,
  commits: CommitWatch,
  round: () => Promise<number | null>,
): Promise<void> {
  while (!signal.aborted) {
    // Read first, so that a commit during the round is not missed.
    const version = commits.readVersion();
    const rest = await round();
    await (rest === null ? commits.next(version) : pause(rest, signal));
  }
}
