const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** The terminal, npm and the start script each pass on one and the same Ctrl-C. */
export const SAME_KEY_PRESS_MS = 500;

/**
 * Does work that must not be left half done: on Ctrl-C or another request to stop, `tidy` runs first. Then the process
 * ends by that very signal, so that whoever started it sees 130 for Ctrl-C; asked twice, it ends at once.
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
      // The process ends all the same; what is left carries a name that the next run removes.
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
    // The signal ends the process as soon as all is tidy; until then nothing more is to be said or done.
    if (askedAt !== undefined) await new Promise(() => {});
    stop();
  }
}
