import { type HttpClient, OutboundError } from "#server/outside/http/http-client.ts";
import { createRobots } from "#server/outside/http/robots.ts";
import type { Readers } from "#server/outside/readers.ts";

import type { WebPage, WebPages } from "./page.ts";

const MAX_BYTES = 2_000_000;
const TIMEOUT_MS = 10_000;

/** Reads web pages within their sites' rules: at most 2 MB, at most 10 s, nothing that robots.txt forbids. */
export function createWebPages(http: HttpClient, readers: Readers, now: () => Date): WebPages {
  const isAllowed = createRobots(http, readers, now);

  async function read(url: string, signal?: AbortSignal): Promise<WebPage | null> {
    if (!(await isAllowed(url, signal))) return null;
    const reply = await http
      .send({
        url,
        headers: {
          accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1",
          "accept-language": "en;q=1, *;q=0.5",
        },
        maxBytes: MAX_BYTES,
        timeoutMs: TIMEOUT_MS,
        tries: 2,
        signal,
      })
      .catch((error: unknown) => {
        // Normal replies to bots: the page is unavailable, but nothing is broken.
        if (error instanceof OutboundError && [401, 403, 404, 410, 451].includes(error.status ?? 0))
          return null;
        throw error;
      });
    if (reply === null) return null;
    return readers.page(
      {
        bytes: reply.body,
        contentType: reply.headers["content-type"],
        url: reply.url,
        requestedUrl: url,
        now: now(),
      },
      signal,
    );
  }

  return { read };
}
