import { randomUUID } from "node:crypto";

import type { App, StartedRun } from "#server/app.ts";
import type { JobName, JobTrigger } from "#shared/operations/jobs.ts";

import {
  findLease,
  findRunOfSlot,
  insertRun,
  interruptLost,
  type Lease,
  listLeases,
  renewLease,
} from "./job-leases.queries.ts";

/** Renewal interval: several times per lease, so that a single failure does no harm. */
const RENEW_EVERY_MS = 10_000;

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
  isAtWork(runId: string): boolean;
}

export const createOwner = (): string => randomUUID();

/** Returns a holder without active runs. */
const newHolder = (): LeaseHolder => ({ owner: createOwner(), isAtWork: () => false });

/**
 * Records a new run with a lease for its owner. If the job is already running or has had a run for the slot, returns
 * that one. Of several concurrent callers, only one starts a run. Runs of dead processes are set to interrupted.
 */
export async function beginRun(
  app: App,
  request: RunRequest,
  holder = newHolder(),
): Promise<Omit<StartedRun, "ended">> {
  for (;;) {
    const begun = await tryToBegin(app, request, holder);
    if (begun) return begun;
  }
}

/**
 * Returns undefined if the obstacle has disappeared, so that another attempt makes sense. Uses no transaction, so that
 * concurrent processes don't cause repetitions: the indexes allow only one insert.
 */
async function tryToBegin(
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
  const former = slot === null ? undefined : await findRunOfSlot(db, job, slot);
  if (former) return { runId: former.id, isNew: false };
  const lease = await findLease(db, job);
  if (lease && !isLost(app, lease, holder)) return { runId: lease.id, isNew: false };
  if (lease) await interruptLost(db, lease, startedAt);
  return (await insert()) ? { runId: id, isNew: true } : undefined;
}

/** True if no process seems to be working on a run. */
function isLost({ database }: App, lease: Lease, { owner, isAtWork }: LeaseHolder): boolean {
  if (isAtWork(lease.id)) return false;
  // Even if it is its own: it doesn't know the run if the reply to the insert was lost.
  if (lease.leaseUntil <= lease.databaseTime) return true;
  // A dead process on this machine needs no waiting.
  return !database.isShared && lease.owner !== owner && !isAlive(lease.processId);
}

function isAlive(processId: number): boolean {
  // Another process had this id before.
  if (processId === process.pid) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // The process of another user is alive too.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Sets abandoned runs to interrupted, so that they are caught up. */
export async function interruptLostRuns(app: App, holder = newHolder()): Promise<void> {
  const lost = (await listLeases(app.db)).filter((lease) => isLost(app, lease, holder));
  for (const lease of lost) await interruptLost(app.db, lease, app.now().toISOString());
}

export interface RenewedLease {
  /** Aborts once another process has set the run to interrupted. */
  lost: AbortSignal;
  release(): void;
}

/** Renews a run's lease until it is released. */
export function holdLease({ db, log }: App, runId: string): RenewedLease {
  const loss = new AbortController();
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
    loss.abort();
  }
  const timer = setInterval(() => void renew(), RENEW_EVERY_MS).unref();
  function release(): void {
    isReleased = true;
    clearInterval(timer);
  }
  return { lost: loss.signal, release };
}
