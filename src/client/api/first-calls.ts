type Call = readonly [procedure: string, input?: object];

/** Returns the URL of one request that makes these calls. */
export function batchUrl(...calls: readonly Call[]): string {
  const inputs = Object.fromEntries(calls.flatMap(([, input], index) => (input ? [[index, input]] : [])));
  const names = calls.map(([procedure]) => procedure);
  return `/trpc/${names.join()}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`;
}

/** Calls that every page makes first, to find out who is signed in (`gate.tsx`). */
export const CALLS_OF_EVERY_PAGE: readonly string[] = [batchUrl(["auth.entry", {}], ["account.me"])];
