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

/** Several times per lease, so that a single failure loses nothing. */
const RENEW_EVERY_MS = 10_000;

export interface RunRequest {
  job: JobName;
  trigger: JobTrigger;
  startedBy?: string | null;
  /** What the run is for if the schedule asked for it; each slot is done once, by whichever process gets to it first. */
  slot?: string | null;
}

/** A process that runs jobs. */
export interface LeaseHolder {
  /** Tells its runs from those of all others; random, since process ids are reused. */
  owner: string;
  isAtWork(runId: string): boolean;
}

export const createOwner = (): string => randomUUID();

/** A process that is not working on any run yet. */
const newHolder = (): LeaseHolder => ({ owner: createOwner(), isAtWork: () => false });

/**
 * Records that a run begins, with a lease for its owner, unless one of the same job is under way or there has been one
 * for the same slot; then that one is returned. Of several processes that ask at once, one begins a run. A run whose
 * process is gone is marked as interrupted.
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
 * Undefined where whatever was in the way has gone, so that it is worth trying again. There is no transaction around the
 * statements, so that processes that ask at once don't make each other repeat one: the indexes let one of them insert.
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

/** Whether nobody is working on a run any more, as far as a process can tell. */
function isLost({ database }: App, lease: Lease, { owner, isAtWork }: LeaseHolder): boolean {
  if (isAtWork(lease.id)) return false;
  // Even if it is its own: it never heard of the run if the reply to the insert was lost.
  if (lease.leaseUntil <= lease.databaseTime) return true;
  // There is no need to wait for a process of this machine that is gone.
  return !database.isShared && lease.owner !== owner && !isAlive(lease.processId);
}

function isAlive(processId: number): boolean {
  // Another process had this one's id before.
  if (processId === process.pid) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // A process of another user is alive all the same.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Marks the runs that nobody is working on any more as interrupted, so that they are caught up. */
export async function interruptLostRuns(app: App, holder = newHolder()): Promise<void> {
  const lost = (await listLeases(app.db)).filter((lease) => isLost(app, lease, holder));
  for (const lease of lost) await interruptLost(app.db, lease, app.now().toISOString());
}

export interface RenewedLease {
  /** Aborted once another process has taken the run for lost and marked it as interrupted. */
  lost: AbortSignal;
  release(): void;
}

/** Renews the lease of a run until it is released. */
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
    log.warn({ runId }, "another process took this run for lost; it is stopped here");
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
