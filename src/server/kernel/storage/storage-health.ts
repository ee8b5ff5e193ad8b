import type { Db, OpenDatabase } from "#db/database.ts";
import { isCorruption } from "#db/error-kinds.ts";
import { storageLow } from "#server/errors.ts";
import type { Log } from "#server/log.ts";
import type { StorageProblem } from "#shared/accounts/workspace.ts";

/** Free space below which uploads and fetching are rejected, so that there is still space for what people type. */
const MIN_FREE_BYTES = 64 * 1024 ** 2;
/** Time for which a disk's free space is cached. */
const CACHE_MS = 5000;
/** Interval for logging a persistent problem again, regardless of the number of checks. */
const REMINDER_MS = 10 * 60_000;

const LOG_LINES: Record<StorageProblem, { begins: string; ends: string }> = {
  "database damaged": {
    begins: "the database is damaged; see: stackloop check",
    ends: "the database was checked and is intact",
  },
  "database file missing": {
    begins:
      "the database file was moved or deleted, so nothing can be saved; stop the server, put the file and its -wal back or restore a backup, and start again",
    ends: "the database file is available again",
  },
  "database file replaced": {
    begins:
      "another file replaced the database, so nothing can be saved; stop the server, restore a backup with stackloop restore, and start again",
    ends: "the database file is available again",
  },
  "database not responding": {
    begins: "the database is not responding",
    ends: "the database is responding again",
  },
  "storage low": {
    begins: "less than 64 MB of storage is free, so uploads and fetching are refused; free up disk space",
    ends: "enough storage is free again",
  },
};

/** Parts of the app needed here. */
interface HealthApp {
  db: Db;
  database: Pick<OpenDatabase, "folder" | "findFileChange">;
  log: Log;
  now(): Date;
  readFreeBytes(folder: string): Promise<number>;
}

/** Checks what prevents the server from storing data, and logs each problem once. */
export class StorageHealth {
  readonly #app: HealthApp;
  #isDamaged = false;
  #freeBytes: { readAt: number; count: Promise<number> } | null = null;
  readonly #loggedAt = new Map<StorageProblem, number>();

  constructor(app: HealthApp) {
    this.#app = app;
  }

  /** Records corruption found by a query or a check. The database counts as damaged until a check finds none. */
  recordCorruption(error: unknown): void {
    this.#isDamaged = true;
    this.#report("database damaged", true, error);
  }

  /** Records that the whole database was read and is intact. */
  recordIntact(): void {
    this.#isDamaged = false;
    this.#report("database damaged", false);
  }

  /** True if the database's disk is so full that its space is reserved for user input. */
  async isLow(): Promise<boolean> {
    const isLow = (await this.#readFreeBytes()) < MIN_FREE_BYTES;
    this.#report("storage low", isLow);
    return isLow;
  }

  /** True if a folder's disk has room for this number of bytes. A disk of unknown size counts as having room. */
  async hasRoomFor(folder: string, bytes: number): Promise<boolean> {
    const free = await this.#app.readFreeBytes(folder).catch(() => Number.POSITIVE_INFINITY);
    return free >= bytes + MIN_FREE_BYTES;
  }

  /** Throws 507 if storage is low. With `isFresh`, bypasses the cached value. */
  async refuseWhenLow({ isFresh = false } = {}): Promise<void> {
    if (isFresh) this.#freeBytes = null;
    if (await this.isLow()) throw storageLow();
  }

  /** Returns all current problems, worst first. */
  async findProblems(): Promise<StorageProblem[]> {
    const isResponding = await this.#isResponding();
    const isLow = await this.isLow();
    return [
      ...this.#findFileProblem(),
      ...(this.#isDamaged ? (["database damaged"] as const) : []),
      ...(isResponding ? [] : (["database not responding"] as const)),
      ...(isLow ? (["storage low"] as const) : []),
    ];
  }

  #findFileProblem(): StorageProblem[] {
    const change = this.#app.database.findFileChange();
    this.#report("database file missing", change === "missing");
    this.#report("database file replaced", change === "replaced" || change === "overwritten");
    if (change === null) return [];
    return [change === "missing" ? "database file missing" : "database file replaced"];
  }

  async #isResponding(): Promise<boolean> {
    try {
      await this.#app.db.selectFrom("settings").select("key").limit(1).execute();
      this.#report("database not responding", false);
      return true;
    } catch (error) {
      // Corruption is recorded where it is found.
      if (isCorruption(error)) return true;
      this.#report("database not responding", true, error);
      return false;
    }
  }

  #readFreeBytes(): Promise<number> {
    const { database, now, readFreeBytes } = this.#app;
    // The disk belongs to the database server, which monitors it itself.
    if (database.folder === null) return Promise.resolve(Number.POSITIVE_INFINITY);
    const time = now().getTime();
    // Compares in both directions, since clocks can be set back.
    if (this.#freeBytes === null || Math.abs(time - this.#freeBytes.readAt) >= CACHE_MS) {
      const count = readFreeBytes(database.folder).catch(() => Number.POSITIVE_INFINITY);
      this.#freeBytes = { readAt: time, count };
    }
    return this.#freeBytes.count;
  }

  #report(problem: StorageProblem, isPresent: boolean, error?: unknown): void {
    const { log, now } = this.#app;
    const time = now().getTime();
    const loggedAt = this.#loggedAt.get(problem);
    if (!isPresent) {
      if (this.#loggedAt.delete(problem)) log.info(LOG_LINES[problem].ends);
    } else if (loggedAt === undefined || Math.abs(time - loggedAt) >= REMINDER_MS) {
      this.#loggedAt.set(problem, time);
      log.error({ err: error }, LOG_LINES[problem].begins);
    }
  }
}
