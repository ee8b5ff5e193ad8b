/** Maximum wait on a page that is never idle. */
const PATIENCE_MS = 2000;
const MOMENT_MS = 200;

/** Resolves when the browser is idle. Some browsers don't support that. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: PATIENCE_MS });
    else setTimeout(resolve, MOMENT_MS);
  });
