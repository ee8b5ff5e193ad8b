import { randomUUID } from "node:crypto";

import type { App, StartedRun } from "#server/app.ts";
import { notFound } from "#server/errors.ts";
import { recordEvents } from "#server/kernel/ledger/ledger.service.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";
import type { JobName, JobRun, JobTrigger } from "#shared/operations/jobs.ts";

import {
  findFirstAccount,
  findRun,
  listRuns,
  type RunChanges,
  updateRun,
  findLease,
  findRunOfSlot,
  insertRun,
  interruptAbandonedRun,
  type Lease,
  listLeases,
  renewLease,
} from "./job-runs.queries.ts";

const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 60_000;

export const recordProgress = (app: App, runId: string, changes: RunChanges) =>
  updateRun(app.db, runId, changes);

export type RunEnd = Pick<RunChanges, "state" | "counts" | "sourceErrors" | "error">;

/** Items that a job adds, as named in events. */
export interface AddedItems {
  kind: ItemKind;
  one: string;
  many: string;
}

/** Stores the end of a run. Added items are recorded as one event by the user who started it or by the server. */
export const endRun = (
  app: App,
  runId: string,
  { adds, ...end }: RunEnd & { adds?: AddedItems | undefined },
): Promise<void> =>
  app.db.transaction().execute(async (db) => {
    const run = await updateRun(db, runId, { ...end, finishedAt: app.now().toISOString() });
    const count = end.counts?.["added"] ?? 0;
    if (!run || !adds || count === 0) return;
    const title = `${count} ${count === 1 ? adds.one : adds.many}`;
    const subject = { kind: adds.kind, itemId: runId, title };
    await recordEvents(app, db, [{ ...subject, actorId: run.startedBy, verb: "fetched", detail: { count } }]);
  });

/** Sets a run to interrupted, so that the scheduler repeats it. */
export const interruptRun = (app: App, runId: string) =>
  updateRun(app.db, runId, { state: "interrupted", finishedAt: app.now().toISOString() });

/** Returns the last runs of a job, newest first. */
export const lastRuns = (app: App, job: JobName, limit: number): Promise<JobRun[]> =>
  listRuns(app.db, job, limit);

/** Returns a run. Throws 404 if there is none. */
export async function getRun(app: App, id: string): Promise<JobRun> {
  const run = await findRun(app.db, id);
  if (!run) throw notFound("Run not found");
  return run;
}

/** Returns the time of the first account. Before that, jobs had nothing to do. */
export const firstAccountAt = async (app: App): Promise<string | undefined> =>
  (await findFirstAccount(app.db))?.createdAt;

/**
 * Retries a write that must not be lost, for example on a full disk. Waits one second first, and then twice as long
 * each time, up to a minute. Once the signal aborts, tries a last time and gives up. Never rejects.
 */
export async function storeWithRetries(
  { log }: App,
  what: string,
  write: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, MAX_PAUSE_MS)) {
    // If the signal has already aborted, this is the last attempt.
    const isLast = signal.aborted;
    try {
      await write();
      return;
    } catch (error) {
      log.error({ err: error }, `${what} couldn't be stored${isLast ? "" : "; trying again"}`);
    }
    if (isLast) return;
    await pause(wait, signal);
  }
}

/** Resolves after a time, or as soon as the signal aborts. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  signal.addEventListener("abort", () => resolve(), { once: true });
  if (signal.aborted) resolve();
  return promise.finally(() => {
    clearTimeout(timer);
  });
}

/** Renewal interval: several times per lease, so that a single failure does no harm. */
const RENEWAL_INTERVAL_MS = 10_000;

export interface RunRequest {
  job: JobName;
  trigger: JobTrigger;
  startedBy?: string | null;
  /** Scheduled time of the run. Each slot runs once, in the first process to claim it. */
  slot?: string | null;
}

/** Process that runs jobs. */
export interface LeaseHolder {
  /** Random id of the process. Process ids are not unique over time. */
  owner: string;
  isRunning(runId: string): boolean;
}

export const createOwner = (): string => randomUUID();

/** Returns a holder without active runs. */
const createIdleHolder = (): LeaseHolder => ({ owner: createOwner(), isRunning: () => false });

/**
 * Records a new run with a lease for its owner. If the job is already running or has had a run for the slot, returns
 * that one. Of several concurrent callers, only one starts a run. Runs of dead processes are set to interrupted.
 */
export async function beginRun(
  app: App,
  request: RunRequest,
  holder = createIdleHolder(),
): Promise<Omit<StartedRun, "ended">> {
  for (;;) {
    const run = await tryToBeginRun(app, request, holder);
    if (run) return run;
  }
}

/**
 * Returns undefined if the conflicting run has ended since, so that the caller tries again. Uses no transaction,
 * because the indexes allow only one insert, and concurrent processes would make a transaction repeat.
 */
async function tryToBeginRun(
  app: App,
  { job, trigger, startedBy = null, slot = null }: RunRequest,
  holder: LeaseHolder,
): Promise<Omit<StartedRun, "ended"> | undefined> {
  const { db } = app;
  const id = randomUUID();
  const startedAt = app.now().toISOString();
  const insert = () =>
    insertRun(db, {
      id,
      job,
      trigger,
      state: "running",
      startedBy,
      startedAt,
      finishedAt: null,
      processId: process.pid,
      owner: holder.owner,
      slot,
      done: 0,
      total: null,
      counts: "{}",
      sourceErrors: "[]",
      error: null,
    });
  if (await insert()) return { runId: id, isNew: true };
  const existing = slot === null ? undefined : await findRunOfSlot(db, job, slot);
  if (existing) return { runId: existing.id, isNew: false };
  const lease = await findLease(db, job);
  if (lease && !isAbandoned(app, lease, holder)) return { runId: lease.id, isNew: false };
  if (lease) await interruptAbandonedRun(db, lease, startedAt);
  return (await insert()) ? { runId: id, isNew: true } : undefined;
}

/** True if no process seems to be working on a run. */
function isAbandoned({ database }: App, lease: Lease, { owner, isRunning }: LeaseHolder): boolean {
  if (isRunning(lease.id)) return false;
  // This applies to own runs too: this process doesn't know its run if the reply to the insert was lost.
  if (lease.leaseUntil <= lease.databaseTime) return true;
  // There is no need to wait for the lease of a dead process on this machine.
  return !database.isShared && lease.owner !== owner && !isAlive(lease.processId);
}

function isAlive(processId: number): boolean {
  // The lease is from an earlier process with the same id.
  if (processId === process.pid) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // The process exists, but belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Sets abandoned runs to interrupted, so that the scheduler repeats them. */
export async function interruptAbandonedRuns(app: App, holder = createIdleHolder()): Promise<void> {
  const abandoned = (await listLeases(app.db)).filter((lease) => isAbandoned(app, lease, holder));
  for (const lease of abandoned) await interruptAbandonedRun(app.db, lease, app.now().toISOString());
}

interface RenewedLease {
  /** Aborts once another process has set the run to interrupted. */
  lost: AbortSignal;
  release(): void;
}

/** Renews a run's lease until it is released. */
export function holdLease({ db, log }: App, runId: string): RenewedLease {
  const lost = new AbortController();
  let isReleased = false;
  async function renew(): Promise<void> {
    try {
      if ((await renewLease(db, runId)) || isReleased) return;
    } catch (error) {
      log.warn({ err: error, runId }, "couldn't renew the lease of a run; trying again");
      return;
    }
    log.warn({ runId }, "another process took over this run; stopping it here");
    release();
    lost.abort();
  }
  const timer = setInterval(() => void renew(), RENEWAL_INTERVAL_MS).unref();
  function release(): void {
    isReleased = true;
    clearInterval(timer);
  }
  return { lost: lost.signal, release };
}
