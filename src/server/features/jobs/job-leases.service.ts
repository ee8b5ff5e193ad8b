import { randomUUID } from "node:crypto";

import type { App, StartedRun } from "#server/app.ts";
import type { JobName, JobTrigger } from "#shared/jobs.ts";

import {
  findLease,
  findRunOfSlot,
  insertRun,
  interruptLost,
  type Lease,
  listLeases,
  renewLease,
} from "./job-leases.queries.ts";

/** Several times within one lease, so that a single failure loses nothing. */
const RENEW_EVERY_MS = 10_000;

export interface RunRequest {
  job: JobName;
  trigger: JobTrigger;
  startedBy?: string | null;
  /** What of the schedule the run is for, which is done once, whichever process comes first. */
  slot?: string | null;
}

/** A process that runs jobs. */
export interface LeaseHolder {
  /** What tells its runs from those of all others: random, since process ids are given again. */
  owner: string;
  isAtWork(runId: string): boolean;
}

export const createOwner = (): string => randomUUID();

/** Somebody who is at work on no run yet. */
const newHolder = (): LeaseHolder => ({ owner: createOwner(), isAtWork: () => false });

/**
 * Records that a run begins, with a lease of its owner, unless one of the same job is under way or there was one for
 * the same slot; then that one is returned. Of several processes that ask at once, one begins a run. One whose process
 * is gone is marked as cut off.
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
 * Undefined where what stood in the way is gone. Each statement holds by itself, so that those who ask at once need not
 * be done again for one another: the indexes let one of them insert.
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

/** Whether nobody works on a run any more, as far as a process can tell. */
function isLost({ database }: App, lease: Lease, { owner, isAtWork }: LeaseHolder): boolean {
  if (isAtWork(lease.id)) return false;
  // Also one of its own, where the reply to its beginning was lost.
  if (lease.leaseUntil <= lease.databaseTime) return true;
  // A process of this machine that is gone need not be waited for.
  return !database.isShared && lease.owner !== owner && !isAlive(lease.processId);
}

function isAlive(processId: number): boolean {
  // Another one had the number of this process before.
  if (processId === process.pid) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // A process of another user is alive all the same.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Marks the runs that nobody works on any more as cut off, so that they are caught up. */
export async function interruptLostRuns(app: App, holder = newHolder()): Promise<void> {
  const lost = (await listLeases(app.db)).filter((lease) => isLost(app, lease, holder));
  for (const lease of lost) await interruptLost(app.db, lease, app.now().toISOString());
}

export interface KeptLease {
  /** Aborted once another process has taken the run for lost and ended it. */
  lost: AbortSignal;
  release(): void;
}

/** Renews the lease of a run until it is released. */
export function keepLease({ db, log }: App, runId: string): KeptLease {
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
