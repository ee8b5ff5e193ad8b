import { setImmediate } from "node:timers/promises";

import type { Log } from "#server/log.ts";

/** Runs work once for all concurrent callers with the same key. */
export class SingleFlight<Result> {
  readonly #runs = new WeakMap<object, Map<string, Promise<Result>>>();

  /** Starts the work of a key, or waits for the run in progress. Each owner has separate keys. */
  run(owner: object, key: string, work: () => Promise<Result>): Promise<Result> {
    const runsOfOwner = this.#runs.get(owner) ?? new Map<string, Promise<Result>>();
    this.#runs.set(owner, runsOfOwner);
    const existing = runsOfOwner.get(key);
    if (existing) return existing;
    const started = work().finally(() => runsOfOwner.delete(key));
    runsOfOwner.set(key, started);
    return started;
  }
}

/** Runs work without awaiting it. Logs its failure. */
export function inBackground(log: Log, what: string, work: Promise<unknown>): void {
  work.catch((error: unknown) => {
    log.error({ err: error }, `${what} failed`);
  });
}

/**
 * Returns the work's result. Rejects as soon as the signal aborts, even if the work ignores it. Leaves no listeners on
 * the signal.
 */
export async function untilAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal,
  reason: () => unknown = () => signal.reason,
): Promise<Result> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => {
    reject(reason());
  };
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** Yields to other work on this thread. Long work calls it every few milliseconds. */
export const yieldToEventLoop = (): Promise<void> => setImmediate();

const SLICE_MS = 10;

/** Creates a function for loops of many small steps. It yields to other work after every 10 ms. */
export function createYielder(): () => Promise<void> {
  let ends = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() < ends) return;
    await yieldToEventLoop();
    ends = performance.now() + SLICE_MS;
  };
}
