import type { App } from "#server/app.ts";
import { notFound } from "#server/errors.ts";
import { recordEvents } from "#server/kernel/ledger/ledger.service.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";
import type { JobName, JobRun } from "#shared/operations/jobs.ts";

import { findFirstAccount, findRun, listRuns, type RunChanges, updateRun } from "./job-runs.queries.ts";

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

export const noteProgress = (app: App, runId: string, changes: RunChanges) =>
  updateRun(app.db, runId, changes);

export type RunEnd = Pick<RunChanges, "state" | "counts" | "sourceErrors" | "error">;

/** Items that a job adds, as named in events. */
export interface JobYield {
  kind: ItemKind;
  one: string;
  many: string;
}

/** Stores the end of a run. Added items are recorded as one event by the user who started it or by the server. */
export const endRun = (
  app: App,
  runId: string,
  { finds, ...end }: RunEnd & { finds?: JobYield | undefined },
): Promise<void> =>
  app.db.transaction().execute(async (db) => {
    const run = await updateRun(db, runId, { ...end, finishedAt: app.now().toISOString() });
    const count = end.counts?.["added"] ?? 0;
    if (!run || !finds || count === 0) return;
    const title = `${count} ${count === 1 ? finds.one : finds.many}`;
    const subject = { kind: finds.kind, itemId: runId, title };
    await recordEvents(app, db, [{ ...subject, actorId: run.startedBy, verb: "fetched", detail: { count } }]);
  });

/** Sets a run to interrupted, so that it is caught up. */
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

/** Returns the time of the first account. Before it, jobs had no work. */
export const inUseSince = async (app: App): Promise<string | undefined> =>
  (await findFirstAccount(app.db))?.createdAt;

/**
 * Retries a write that must not be lost, for example on a full disk. Waits one second first, and then twice as long
 * each time, up to a minute. Once the signal aborts, tries a last time and gives up. Never rejects.
 */
export async function storeEventually(
  { log }: App,
  what: string,
  write: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    // An abort now allows one more attempt, not two.
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
