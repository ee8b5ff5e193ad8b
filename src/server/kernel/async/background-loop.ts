import { setTimeout as wait } from "node:timers/promises";

import type { OpenDatabase } from "#db/database.ts";

/** Interval in ms between checks for commits. */
const CHECK_INTERVAL_MS = 1000;

type Commits = Pick<OpenDatabase, "isShared" | "lastOwnCommit" | "otherWritesVersion">;

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
   * Returns a database version, which changes after every commit by any process. On a database server, which doesn't
   * report changes of all tables, and while the database can't be read, it changes with every call.
   */
  readVersion(): string {
    const { isShared, lastOwnCommit, otherWritesVersion } = this.#database;
    this.#checks += 1;
    if (isShared) return `check ${this.#checks}`;
    try {
      return `${otherWritesVersion()} ${lastOwnCommit()}`;
    } catch {
      return `check ${this.#checks}`;
    }
  }

  /** Waits at least one interval, until the version differs from `version` or the signal aborts. */
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
 * Calls `round` until `signal` aborts. Each round catches its own errors and returns the pause after it in
 * milliseconds, or null to wait for the next commit.
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
