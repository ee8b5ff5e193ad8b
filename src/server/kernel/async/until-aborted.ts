/**
 * The work's result; rejects as soon as the signal is aborted, since work may ignore the signal. Nothing of it is held
 * afterwards, however long the signal lasts.
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
