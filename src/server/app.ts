import type { Db, OpenDatabase } from "#db/database.ts";
import type { JobName, JobOverview, JobTrigger } from "#shared/operations/jobs.ts";

import type { BrandLogos } from "./brands/brand-logos.ts";
import type { Config } from "./config/config.ts";
import type { CookieNames, Sessions } from "./features/users/lucia.ts";
import type { SessionCache } from "./features/users/session-cache.ts";
import type { EventLoopWatch } from "./kernel/async/event-loop-watch.ts";
import type { LedgerReader } from "./kernel/ledger/ledger-reader.ts";
import type { CacheVersions } from "./kernel/live/cache-versions.ts";
import type { ChangeWatch } from "./kernel/live/change-watch.ts";
import type { PendingSignOuts } from "./kernel/live/pending-sign-outs.ts";
import type { StorageHealth } from "./kernel/storage/storage-health.ts";
import type { Log } from "./log.ts";
import type { Integrations } from "./outside/integrations.ts";
import type { RateLimits } from "./web/limits/rate-limits.ts";
import type { OpenSubscriptions } from "./web/server/open-subscriptions.ts";
import type { RequestTally } from "./web/server/request-tally.ts";
import type { Workers } from "./workers/workers.ts";

/** All that a service may reach. */
export interface App {
  db: Db;
  /** The database behind `db`: where it is, and what others have changed there. */
  database: OpenDatabase;
  config: Config;
  log: Log;
  /** The clock; tests set it. */
  now: () => Date;
  /** How many bytes may still be written to a folder's disk; tests set it. */
  readFreeBytes: (folder: string) => Promise<number>;
  /** Whether what people send can be kept, and what was kept can be read. */
  storage: StorageHealth;
  /**
   * The origin for links, without a slash at its end: `PUBLIC_URL`, or else where the request that is being handled was
   * sent, or else an address of this machine, known for certain once the server listens.
   */
  publicUrl: string;
  /** Whether somebody signed in has used another name than localhost since the start. */
  isReachedByOtherName: boolean;
  /** Tell whether what was derived from the items of a kind still holds. */
  cacheVersions: CacheVersions;
  /** Signs upload addresses; made once per installation. */
  signingKey: Uint8Array;
  sessions: Sessions;
  /** Sessions as they were read last, for as long as nothing in the database changes. */
  cookieNames: CookieNames;
  pendingSignOuts: PendingSignOuts;
  keptSessions: SessionCache;
  limits: RateLimits;
  subscriptions: OpenSubscriptions;
  /** Tells what is written to the ledger, by this process or another. */
  ledgerReader: LedgerReader;
  integrations: Integrations;
  /** The marks of well-known tools that come with the product. */
  brandLogos: BrandLogos;
  jobs: Jobs;
  /** Moves the many rows of deleted and restored items in the background. */
  moves: Moves;
  /** Threads for work that would keep the main one from requests. */
  workers: Workers;
  /** Tells when a run of a job begins, makes progress or ends. */
  runChanges: ChangeWatch;
  /** Tells when a setting changes. */
  settingChanges: ChangeWatch;
  /** For how long single pieces of work hold everybody up; measured while the server serves. */
  eventLoop: EventLoopWatch;
  /** What was asked, how often, and how long that took. */
  requests: RequestTally;
}

/** Rows of deleted and restored items that are moved in portions. */
export interface Moves {
  /** Begins to move what is left, if it is not under way. */
  start(): void;
  /** Moves all rows of one deletion. */
  finish(deletionId: string): Promise<void>;
  /** Settles once nothing is being moved; does not reject. */
  ended(): Promise<void>;
  /** Settles after the portion that is under way; what is left stays for the next start. */
  stop(): Promise<void>;
}

/** The jobs of this server, as services and commands reach them; `jobs/` does what this promises. */
export interface Jobs {
  /** Starts a job by name, or returns the run that is under way. */
  start(name: JobName, trigger: JobTrigger, startedBy?: string): Promise<StartedRun>;
  /** Every job with its hours, whether it ran or not. */
  hours(): JobHours[];
  /** Every job with its next hour and its last runs. */
  overview(): Promise<JobOverview[]>;
  /** Begins to start jobs at their hours, after catching up what was missed; waits until the disk has room for that. */
  schedule(): Promise<void>;
  stop(): Promise<void>;
}

/** When a job runs by itself. */
export interface JobHours extends Omit<JobOverview, "runs"> {
  /** When it should have run last; null when the job is switched off. */
  lastDueAt: string | null;
}

export interface StartedRun {
  runId: string;
  /** False when the job was running already, and this is that run. */
  isNew: boolean;
  /** Settles when the run has ended and its end is stored; true when it succeeded. Does not reject. */
  ended: Promise<boolean>;
}

/** What a job is given for one run: when to stop, and where to report how it goes. */
export interface JobWork {
  /** Aborted when the run must stop: the server ends, or the run took too long. */
  signal: AbortSignal;
  progress(done: number, total: number): void;
  /** Notes a source that failed, while the run goes on with the others. */
  reportError(source: string, error: unknown): void;
}

/** What services need to know of the request they work for. */
export interface Caller {
  ip: string;
  userAgent: string | null;
}
