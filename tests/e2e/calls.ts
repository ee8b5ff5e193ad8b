import type { Page } from "@playwright/test";

/** Whole lists that the page reads from a REST path. */
const LIST_PATHS: Readonly<Record<string, string>> = {
  "tools.list": "/api/ai-tools",
  "prompts.list": "/api/prompts",
  "verdicts.present": "/api/verdicts",
};

/** The requests that carry calls of a procedure such as `tools.list`, alone or together with others. */
const callsOf = (procedure: string) => (url: URL) =>
  url.pathname === LIST_PATHS[procedure] ||
  (url.pathname.startsWith("/trpc/") && url.pathname.slice("/trpc/".length).split(",").includes(procedure));

/** Keeps back the calls of a procedure until the function that it gives is called. */
export async function holdCalls(page: Page, procedure: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(callsOf(procedure), async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Keeps back the reply to the next call of a procedure: `isThere` once the server has given it, until `release`. */
export async function holdReply(
  page: Page,
  procedure: string,
): Promise<{ isThere: Promise<void>; release: () => void }> {
  const there = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(
    callsOf(procedure),
    async (route) => {
      const response = await route.fetch();
      there.resolve();
      await released.promise;
      // The page may have given it up meanwhile.
      await route.fulfill({ response }).catch(() => {});
    },
    { times: 1 },
  );
  return { isThere: there.promise, release: released.resolve };
}

/** Answers the calls of a procedure in the server's place. */
export async function answerCalls(page: Page, procedure: string, data: object): Promise<void> {
  const answer = { result: { data } };
  await page.route(callsOf(procedure), (route) => {
    const isBatch = new URL(route.request().url()).searchParams.has("batch");
    return route.fulfill({ json: isBatch ? [answer] : answer });
  });
}

/** Lets the calls of a procedure fail as when the server is broken inside; gives the way to mend it. */
export async function failCalls(page: Page, procedure: string): Promise<() => Promise<void>> {
  const isCall = callsOf(procedure);
  await page.route(isCall, async (route) => {
    const request = route.request();
    const { pathname, searchParams } = new URL(request.url());
    const failure = {
      error: {
        message: "Internal server error",
        code: -32_603,
        data: { code: "INTERNAL_SERVER_ERROR", httpStatus: 500 },
      },
    };
    if (pathname === LIST_PATHS[procedure]) {
      return route.fulfill({ status: 500, json: { message: "Internal server error" } });
    }
    if (!searchParams.has("batch")) return route.fulfill({ status: 500, json: failure });
    const called = pathname.replace(/^.*\//u, "").split(",");
    if (called.length === 1 || request.method() !== "GET")
      return route.fulfill({ status: 500, json: called.map(() => failure) });
    // Queries that happen to travel with it are answered as ever.
    const replies: unknown[] = await (await route.fetch()).json();
    const json = replies.map((reply, index) => (called[index] === procedure ? failure : reply));
    return route.fulfill({ status: 207, json });
  });
  return () => page.unroute(isCall);
}

/** Counts the calls of a procedure from now on. */
export function countCalls(page: Page, procedure: string): () => number {
  const isCall = callsOf(procedure);
  let count = 0;
  page.on("request", (request) => {
    if (isCall(new URL(request.url()))) count += 1;
  });
  return () => count;
}
