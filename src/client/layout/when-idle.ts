/** A page that has work without a pause waits no longer. */
const PATIENCE_MS = 2000;
const MOMENT_MS = 200;

/** Settles when the browser has nothing more urgent to do; not every browser tells. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: PATIENCE_MS });
    else setTimeout(resolve, MOMENT_MS);
  });
