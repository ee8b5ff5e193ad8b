import type { Log } from "#server/log.ts";

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Writes what must not be lost: while the disk is full, say, it tries again after a second, then after twice as long
 * each time, up to a minute. Does not reject; gives up, with a last try, once the signal is aborted.
 */
export async function untilStored(
  log: Log,
  what: string,
  write: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    // What is aborted now is tried once more, not twice.
    const isLast = signal.aborted;
    try {
      await write();
      return;
    } catch (error) {
      log.error({ err: error }, `${what} couldn't be stored${isLast ? "" : "; trying again"}`);
    }
    if (isLast) return;
    await passing(pause, signal);
  }
}

/** Settles after a time, or as soon as the signal is aborted. */
function passing(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  signal.addEventListener("abort", () => resolve(), { once: true });
  if (signal.aborted) resolve();
  return promise.finally(() => {
    clearTimeout(timer);
  });
}
