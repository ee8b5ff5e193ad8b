/** Logs a failure that the user need not see. */
export function logFailure(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- the browser's console is the only log there is here
  console.error(what, error);
}
