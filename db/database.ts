import type { Kysely } from "kysely";

import type { Limiter, LimitRule } from "./limiter.ts";
import type { Schema } from "./schema.ts";

export type Db = Kysely<Schema>;

/** How much room a database takes, in bytes. */
export interface DatabaseSize {
  bytes: number;
  /** Of what was written and has yet to be moved to its place. */
  logBytes: number;
}

/** "missing" includes moved files; "overwritten" means different content in the same file. */
export type FileChange = "missing" | "replaced" | "overwritten";

export interface OpenDatabase {
  db: Db;
  /** Its address, for other threads of this process. */
  url: string;
  /** What those need of the environment besides. */
  environment: NodeJS.ProcessEnv;
  /** What operators know it by: a file, or a server and a database, without the password. */
  name: string;
  /** The folder whose disk it fills; null where a server keeps it, on a disk of its own. */
  folder: string | null;
  /** Whether processes on other machines may serve it too; otherwise all that work on it are on this one. */
  isShared: boolean;
  /** False if something between this process and the database swallows what other processes announce. */
  hearsOthers: boolean;
  /** Whether a query keeps the thread that asks from everything else until it is answered. */
  holdsThread: boolean;
  /** Whether whoever had it open before did not end in order, or has it open still. */
  wasLeftOpen: boolean;
  /**
   * A number that differs after every commit of another process; of `tables` alone where the database tells them apart.
   * It may differ after commits of this process too.
   */
  readOthersChanges(tables?: readonly (keyof Schema)[]): number;
  /**
   * Has `readOthersChanges` know all that was committed before this call. Null where it knows at once; where it is not,
   * nothing that is older than a second may be taken as known, and nothing for whoever has just written.
   */
  catchUp: CatchUp | null;
  /** What this process wrote to some tables, or to any: differs after every write, and again once it is committed. */
  markOfOwnWrites(tables?: readonly (keyof Schema)[]): string;
  /** A number that grows with every commit of this process. */
  lastOwnCommit(): number;
  /** Has a listener told right after each commit that wrote to one of these tables: of this process, and of others where they are heard of. */
  onCommit(tables: readonly (keyof Schema)[], listen: () => void): void;
  /** Has a listener told of each query that comes upon damage. */
  onDamage(listen: (error: unknown) => void): void;
  /** Counts events for all processes that share the database; null where one process has it to itself. */
  createLimiter(name: string, rule: LimitRule): Limiter | null;
  measure(): Promise<DatabaseSize>;
  /** What another program did to the database's file since it was opened, so that nothing can be stored; else null. */
  findFileChange(): FileChange | null;
  /** Runs work whose statements may take minutes rather than seconds. */
  withLongTimeout<Result>(work: () => Promise<Result>): Promise<Result>;
  /** The write-ahead log beside a database file; null where a server has the database. */
  log: WriteAheadLog | null;
  close(): Promise<void>;
}

/** The write-ahead log of a database file. */
export interface WriteAheadLog {
  /** Counts pages, during transactions too: all in the log, and those that the database file does not have yet. */
  countPages(): { all: number; unsaved: number };
  /** Whether a commit of this process moves pages to the database file itself, on the main thread, once the log is large. */
  checkpointOnCommit(isOn: boolean): void;
  /** Does work while this process writes nothing: writes wait, reads don't. */
  pauseWrites<Result>(work: () => Promise<Result>): Promise<Result>;
}

export interface CatchUp {
  /** Whether it was done within the last second. */
  isFresh(): boolean;
  /** Rejects where the database cannot be reached. */
  run(): Promise<void>;
}

/** Where the start of a database says what it does and what it came upon. */
export interface StartLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface StartOptions {
  /** Where copies of a file are kept. */
  backupFolder: string;
  log: StartLog;
  /** Told of each migration before it begins, with the number that it brings the tables to, and the last of them. */
  onStep?: ((name: string, version: number, last: number) => void) | undefined;
  /**
   * Whether the caller serves, or works beside whoever serves: then the tables are brought up to date only where
   * nobody does, and refused where somebody does with tables of another version.
   */
  runsAlongsideServer?: boolean;
  /** Whether to create a database file although one seems to be lost; see `refuseLostFile`. */
  isNew?: boolean;
}
