import type { Kysely } from "kysely";
import type { RateLimiterAbstract } from "rate-limiter-flexible";

import type { Schema } from "./schema.ts";

/** Maximum number of events for one key within a number of seconds. */
export interface LimitRule {
  points: number;
  duration: number;
}

/** Counts events by key; a `consume` beyond the limit rejects with a `RateLimiterRes`. */
export type Limiter = Pick<RateLimiterAbstract, "consume" | "reward" | "get">;

export type Db = Kysely<Schema>;

/** Size of a database in bytes. */
interface DatabaseSize {
  bytes: number;
  /** Size of the write-ahead log that is not checkpointed yet. */
  logBytes: number;
}

/** State of the file. "missing" includes moved files; "overwritten" means different content in the same file. */
export type FileChange = "missing" | "replaced" | "overwritten";

export interface OpenDatabase {
  db: Db;
  /** URL of the database, for other threads of this process. */
  url: string;
  /** Environment variables that other threads need to connect. */
  environment: NodeJS.ProcessEnv;
  /** Name shown to operators: a file, or a server and a database, without the password. */
  name: string;
  /** Folder on the disk that stores the database. Null for a database on a server. */
  folder: string | null;
  /** True if processes on other machines may use the database too. Otherwise all its processes are on this machine. */
  isShared: boolean;
  /** False if a proxy between this process and the database drops notifications from other processes. */
  receivesNotifications: boolean;
  /** True if a query blocks the calling thread until it returns. */
  blocksThread: boolean;
  /** True if the previous process didn't close the database properly, or still has it open. */
  wasLeftOpen: boolean;
  /**
   * Returns a number that changes after every commit of another process. Counts only commits to `tables` if the engine
   * can tell. It may change after commits of this process too.
   */
  otherWritesVersion(tables?: readonly (keyof Schema)[]): number;
  /**
   * Updates `otherWritesVersion` with everything committed before the call. Null if `otherWritesVersion` is always
   * current. Otherwise cached state must not be used after a second, nor by a user who has just written.
   */
  catchUp: CatchUp | null;
  /**
   * Returns a version of this process's writes to some tables, or to all. It changes after every write, and again
   * after the commit.
   */
  ownWritesVersion(tables?: readonly (keyof Schema)[]): string;
  /** Returns a number that grows with every commit of this process. */
  lastOwnCommit(): number;
  /**
   * Calls a listener after each commit to one of these tables. Includes commits by others if their notifications
   * arrive.
   */
  onCommit(tables: readonly (keyof Schema)[], listen: () => void): void;
  /** Calls a listener for each query that finds corruption. */
  onCorruption(listen: (error: unknown) => void): void;
  /** Creates a rate limiter shared by all processes. Null if only one process uses the database. */
  createLimiter(name: string, rule: LimitRule): Limiter | null;
  measureSize(): Promise<DatabaseSize>;
  /**
   * Returns the change that another program made to the open database file, which prevents writes. Null if there is
   * none.
   */
  findFileChange(): FileChange | null;
  /** Runs work whose statements may take minutes instead of seconds. */
  withLongTimeout<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Write-ahead log of a database file. Null for a database on a server. */
  log: WriteAheadLog | null;
  close(): Promise<void>;
}

/** Write-ahead log of a database file. */
export interface WriteAheadLog {
  /** Counts the pages in the log, during transactions too: all of them, and those not yet in the database file. */
  countPages(): { all: number; unsaved: number };
  /** Sets whether commits of this process checkpoint a large log themselves, on the main thread. */
  checkpointOnCommit(isOn: boolean): void;
  /** Runs work while writes of this process are paused. Reads continue. */
  pauseWrites<Result>(work: () => Promise<Result>): Promise<Result>;
}

export interface CatchUp {
  /** True if `run` succeeded within the last second. */
  isFresh(): boolean;
  /** Rejects if the database can't be reached. */
  run(): Promise<void>;
}

/** Logger for the start of a database. */
export interface StartLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface StartOptions {
  /** Folder for backups of a file. */
  backupFolder: string;
  log: StartLog;
  /** Called before each migration with its version and the last version. */
  onStep?: ((name: string, version: number, last: number) => void) | undefined;
  /**
   * True if the caller works alongside a server. The tables are then migrated only if no server runs. Throws if a
   * server uses another schema version.
   */
  runsAlongsideServer?: boolean;
  /** True to create a database file although one seems to be lost. See `refuseLostFile`. */
  isNew?: boolean;
}
