type Call = readonly [procedure: string, input?: object];

/** The address under which the client makes these calls in one request. */
function batch(...calls: readonly Call[]): string {
  const inputs = Object.fromEntries(calls.flatMap(([, input], index) => (input ? [[index, input]] : [])));
  const names = calls.map(([procedure]) => procedure);
  return `/trpc/${names.join()}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`;
}

/** How the client asks who is signed in, on every page. */
export const WHO_IS_SIGNED_IN = batch(["auth.entry", {}], ["account.me"]);

interface PageFiles {
  /** The module of the page in `src/client`, as `sections.ts` loads it. */
  module: string;
  /** First calls of the page. Absent if they depend on the browser. */
  firstCalls?: readonly string[];
}

const pages = <Path extends string>(table: Record<Path, PageFiles>): Record<Path, PageFiles> => table;

/**
 * The pages for people who are signed in, by path. `sections.ts` of the client has a row for each, the build makes chunks by
 * them, and the server names their scripts and first calls in a `Link` header.
 */
export const PAGES = pages({
  "/": {
    module: "features/home/home-page.tsx",
    firstCalls: ["/trpc/events.since", batch(["verdicts.overdue"], ["tools.list", { limit: 5 }])],
  },
  "/dashboard": {
    module: "features/tools/page/tools-page.tsx",
    firstCalls: ["/api/ai-tools", "/api/verdicts"],
  },
  "/tools/:id": { module: "features/tools/everything/tool-page.tsx" },
  "/news": { module: "features/news/page/news-page.tsx" },
  "/arxiv": { module: "features/papers/page/papers-page.tsx" },
  "/prompts": { module: "features/prompts/page/prompts-page.tsx", firstCalls: ["/api/prompts"] },
  "/chapter-loop": {
    module: "features/readings/page/readings-page.tsx",
    firstCalls: [batch(["readings.list", {}])],
  },
  "/search": { module: "features/search/search-page.tsx" },
  "/account": { module: "features/users/account/account-page.tsx" },
  "/system": { module: "features/system/system-page.tsx" },
});

export type PagePath = keyof typeof PAGES;
