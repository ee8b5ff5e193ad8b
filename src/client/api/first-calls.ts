type Call = readonly [procedure: string, input?: object];

/** Returns the URL at which the client makes these calls in one request. */
export function batchUrl(...calls: readonly Call[]): string {
  const inputs = Object.fromEntries(calls.flatMap(([, input], index) => (input ? [[index, input]] : [])));
  const names = calls.map(([procedure]) => procedure);
  return `/trpc/${names.join()}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`;
}

/** First calls of every page: who is signed in (`gate.tsx`). */
export const CALLS_OF_EVERY_PAGE: readonly string[] = [batchUrl(["auth.entry", {}], ["account.me"])];
