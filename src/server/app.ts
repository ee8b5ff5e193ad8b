import type { Db, OpenDatabase } from "#db/database.ts";
import type { JobName, JobOverview, JobTrigger } from "#shared/operations/jobs.ts";

import type { BrandLogos } from "./brands/brand-logos.ts";
import type { Config } from "./config/config.ts";
import type { CookieNames, Sessions } from "./features/users/lucia.ts";
import type { SessionCache } from "./features/users/session-cache.ts";
import type { EventLoopWatch } from "./kernel/async/event-loop-watch.ts";
import type { LedgerReader } from "./kernel/ledger/ledger-reader.ts";
import type { CacheVersions, ChangeWatch } from "./kernel/live/changes.ts";
import type { OpenCounts } from "./kernel/live/open-counts.ts";
import type { PendingSignOuts } from "./kernel/live/pending-sign-outs.ts";
import type { StorageHealth } from "./kernel/storage/storage-health.ts";
import type { Log } from "./log.ts";
import type { Integrations } from "./outside/integrations.ts";
import type { RateLimits } from "./web/limits/rate-limits.ts";
import type { OpenSubscriptions } from "./web/server/open-subscriptions.ts";
import type { RequestTally } from "./web/server/request-tally.ts";
import type { Workers } from "./workers/workers.ts";

export type { Db };

/** Dependencies available to services. */
export interface App {
  db: Db;
  /** Database behind `db`, with its location and changes by other processes. */
  database: OpenDatabase;
  config: Config;
  log: Log;
  /** Current time. Tests set it. */
  now: () => Date;
  /** Free bytes on a folder's disk. Tests set it. */
  readFreeBytes: (folder: string) => Promise<number>;
  /** Checks whether content can be stored. */
  storage: StorageHealth;
  /**
   * Origin for links, without a trailing slash: `PUBLIC_URL`, else the current request's origin, else this machine's
   * address. Final once the server listens.
   */
  publicUrl: string;
  /** True if a signed-in user has used a host name other than localhost since the start. */
  isReachedByOtherName: boolean;
  /** Versions of data by kind, which show whether derived data is still valid. */
  cacheVersions: CacheVersions;
  /** Signs upload URLs. Created once per installation. */
  signingKey: Uint8Array;
  sessions: Sessions;
  cookieNames: CookieNames;
  pendingSignOuts: PendingSignOuts;
  /** Cached sessions, valid until the database changes. */
  sessionCache: SessionCache;
  limits: RateLimits;
  subscriptions: OpenSubscriptions;
  /** Notifies of new activity events, by any process. */
  ledgerReader: LedgerReader;
  integrations: Integrations;
  /** Logos of well-known tools, bundled with the product. */
  brandLogos: BrandLogos;
  jobs: Jobs;
  /** Work that continues in the background: moves of rows, undos of imports, and inbox entries. */
  pendingWork: PendingWork;
  /** Threads for work that would block requests on the main thread. */
  workers: Workers;
  /** Notifies of the start, progress and end of job runs. */
  runChanges: ChangeWatch;
  /** Numbers of open inbox entries, for live updates. */
  openCounts: OpenCounts;
  /** Notifies of changed settings. */
  settingChanges: ChangeWatch;
  /** Measures how long single tasks block the event loop, while the server runs. */
  eventLoop: EventLoopWatch;
  /** Number and duration of requests. */
  requests: RequestTally;
}

/** Moves the rows of deleted and restored items, undoes imports and adds remaining inbox entries, in batches. */
export interface PendingWork {
  /** Starts the pending work, unless it is already running. */
  start(): void;
  /** Moves all rows of one deletion. */
  finishDeletion(deletionId: string): Promise<void>;
  /** Resolves once no work is running. Never rejects. */
  idle(): Promise<void>;
  /** Stops after the current batch. The rest is done after the next start. */
  stop(): Promise<void>;
}

/** Jobs of this server, as an interface for services and commands. Implemented in `jobs/`. */
export interface Jobs {
  /** Starts a job by name, or returns its current run. */
  start(name: JobName, trigger: JobTrigger, startedBy?: string): Promise<StartedRun>;
  /** Returns every job's schedule, even if it never ran. */
  schedules(): JobSchedule[];
  /** Returns every job with its next run and its last runs. */
  overview(): Promise<JobOverview[]>;
  /** Catches up on missed runs, then starts the scheduler. Waits until the disk has space for that. */
  schedule(): Promise<void>;
  stop(): Promise<void>;
}

/** Schedule of a job. */
export interface JobSchedule extends Omit<JobOverview, "runs"> {
  /** Last scheduled time; null if the job is disabled. */
  lastDueAt: string | null;
}

export interface StartedRun {
  runId: string;
  /** False if the job was already running and this is that run. */
  isNew: boolean;
  /** Resolves when the run's end is stored; true if it succeeded. Never rejects. */
  ended: Promise<boolean>;
}

/** Context of a job run, with its abort signal and reporting functions. */
export interface JobWork {
  /** Aborted when the run must stop: the server stops, or the run took too long. */
  signal: AbortSignal;
  progress(done: number, total: number): void;
  /** Records a failed source while the run continues with the others. */
  reportError(source: string, error: unknown): void;
}

/** Request data for services. */
export interface Caller {
  ip: string;
  userAgent: string | null;
}
