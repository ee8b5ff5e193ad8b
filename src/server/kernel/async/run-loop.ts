import { setTimeout as wait } from "node:timers/promises";

/**
 * Runs rounds of work until `signal` aborts. Each returns the pause after it in milliseconds, and catches its own
 * errors.
 */
export async function runLoop(signal: AbortSignal, round: () => Promise<number>): Promise<void> {
  while (!signal.aborted) {
    const rest = await round();
    await wait(rest, undefined, { signal, ref: false }).catch(() => null);
  }
}
