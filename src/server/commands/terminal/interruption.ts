const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** The terminal, npm and the start script each forward the same Ctrl-C within this time. */
export const SAME_KEY_PRESS_MS = 500;

/**
 * Runs work that must not remain incomplete. On a stop signal, `tidy` runs first. The process then ends by the same
 * signal, so that its caller sees 130 for Ctrl-C. A second signal ends it at once.
 */
export async function tidyWhenInterrupted<Result>(
  tidy: () => unknown,
  work: () => Promise<Result>,
): Promise<Result> {
  let askedAt: number | undefined;
  const stop = () => {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
  const endBy = (signal: NodeJS.Signals) => {
    stop();
    process.kill(process.pid, signal);
  };
  const tidyUp = async () => {
    try {
      await tidy();
    } catch {
      // Ends anyway. Leftovers have a name that the next run deletes.
    }
  };
  const onSignal = (signal: NodeJS.Signals) => {
    const isFirst = askedAt === undefined;
    askedAt ??= performance.now();
    if (isFirst) void tidyUp().finally(() => endBy(signal));
    else if (performance.now() - askedAt > SAME_KEY_PRESS_MS) endBy(signal);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  try {
    return await work();
  } finally {
    // The signal ends the process after `tidy`. Until then nothing more is printed or done.
    if (askedAt !== undefined) await new Promise(() => {});
    stop();
  }
}
