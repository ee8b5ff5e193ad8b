import type { Page } from "@playwright/test";

/** Whole lists that the page reads from a REST path. */
const LIST_PATHS: Readonly<Record<string, string>> = {
  "tools.list": "/api/ai-tools",
  "prompts.list": "/api/prompts",
  "verdicts.present": "/api/verdicts",
};

/** Requests with calls of a procedure such as `tools.list`, alone or in a batch. */
const callsOf = (procedure: string) => (url: URL) =>
  url.pathname === LIST_PATHS[procedure] ||
  (url.pathname.startsWith("/trpc/") && url.pathname.slice("/trpc/".length).split(",").includes(procedure));

/** Holds the calls of a procedure until the returned function is called. */
export async function holdCalls(page: Page, procedure: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(callsOf(procedure), async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/**
 * Holds the reply to the next call of a procedure: `isThere` once the server has sent it, until `release`.
 */
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
      // The page may have cancelled the request.
      await route.fulfill({ response }).catch(() => {});
    },
    { times: 1 },
  );
  return { isThere: there.promise, release: released.resolve };
}

/** Replies to the calls of a procedure instead of the server. */
export async function answerCalls(page: Page, procedure: string, data: object): Promise<void> {
  const answer = { result: { data } };
  await page.route(callsOf(procedure), (route) => {
    const isBatch = new URL(route.request().url()).searchParams.has("batch");
    return route.fulfill({ json: isBatch ? [answer] : answer });
  });
}

/** Fails the calls of a procedure with a server error. Returns a function that ends this. */
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
    // Other queries in the same batch get their normal replies.
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
