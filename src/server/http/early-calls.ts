import { LINK_KINDS } from "#shared/user-rules.ts";

type Call = readonly [procedure: string, input?: object];

/** The address under which the page asks for these at once. */
function together(...calls: readonly Call[]): string {
  const inputs = Object.fromEntries(calls.flatMap(([, input], index) => (input ? [[index, input]] : [])));
  const names = calls.map(([procedure]) => procedure);
  return `/trpc/${names.join()}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`;
}

const WHO = together(["auth.entry", {}], ["account.me"]);

/** What a page asks for first of all. Pages whose first calls depend on the browser have none here. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  "/": ["/trpc/events.since", together(["verdicts.overdue"], ["tools.list", { limit: 5 }])],
  "/dashboard": ["/api/ai-tools", "/api/verdicts"],
  "/prompts": ["/api/prompts"],
  "/chapter-loop": [together(["readings.list", {}])],
};

/**
 * The calls that the page at this address makes at its start, for a `Link` header: the browser makes them beside the
 * scripts and not after them. A call that the page then makes otherwise would only be made twice; `first-calls.spec.ts`
 * sees to it that they are the same.
 */
export function earlyCalls(path: string, query: object): string[] {
  // A page with a one-time link asks what it is good for.
  const isEntry = LINK_KINDS.some((kind) => kind in query);
  const addresses = isEntry ? [] : [WHO, ...(LISTS[path] ?? [])];
  return addresses.map((address) => `<${address}>; rel=preload; as=fetch; crossorigin`);
}
