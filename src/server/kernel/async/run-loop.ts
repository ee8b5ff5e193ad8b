import { setTimeout as wait } from "node:timers/promises";

/**
 * Does one round of work after the other until `signal` aborts; each returns for how many milliseconds to rest then.
 * A round catches its own errors.
 */
export async function runLoop(signal: AbortSignal, round: () => Promise<number>): Promise<void> {
  while (!signal.aborted) {
    const rest = await round();
    await wait(rest, undefined, { signal, ref: false }).catch(() => null);
  }
}
