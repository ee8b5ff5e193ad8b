import { SizedCache } from "#server/kernel/async/sized-cache.ts";
import { webAddress } from "#server/outside/http/canonical-url.ts";
import { type HttpClient, OutboundError } from "#server/outside/http/http-client.ts";
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
        // These are normal replies to bots: the page is unavailable, but nothing is broken.
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

const MAX_RULES_BYTES = 500_000;
const RULES_TIMEOUT_MS = 5_000;
/** Sites rarely change their rules. RFC 9309 allows caching for a day. */
const CACHE_MS = 24 * 60 * 60 * 1000;
/** Limit of the cache, which holds 500 sites at most. */
const MAX_CACHED_CHARS = 10_000_000;
const CHARS_PER_SITE = MAX_CACHED_CHARS / 500;

type IsAllowed = (url: string, signal?: AbortSignal) => Promise<boolean>;

interface Robots {
  readAt: number;
  text: string;
}

/** Checks whether a site's robots.txt allows this program to read an address (RFC 9309). */
function createRobots(http: HttpClient, readers: Pick<Readers, "robots">, now: () => Date): IsAllowed {
  const cache = new SizedCache<Robots>(MAX_CACHED_CHARS, ({ text }) => text.length + CHARS_PER_SITE);

  async function readRobotsText(origin: string, signal?: AbortSignal): Promise<string> {
    const cached = cache.get(origin);
    if (cached && Math.abs(now().getTime() - cached.readAt) < CACHE_MS) return cached.text;
    const readAt = now().getTime();
    const text = await fetchText(http, `${origin}/robots.txt`, signal);
    cache.set(origin, { readAt, text });
    return text;
  }

  return async (url, signal) => {
    const address = webAddress(url);
    // Some addresses, such as blob: URLs, have no robots.txt. The HTTP client rejects them.
    if (address === null) return true;
    const { origin } = new URL(address);
    const text = await readRobotsText(origin, signal);
    return text === "" || readers.robots({ url: `${origin}/robots.txt`, text, address }, signal);
  };
}

async function fetchText(http: HttpClient, url: string, signal?: AbortSignal): Promise<string> {
  try {
    const reply = await http.send({
      url,
      maxBytes: MAX_RULES_BYTES,
      timeoutMs: RULES_TIMEOUT_MS,
      tries: 1,
      signal,
    });
    return reply.body.toString();
  } catch (error) {
    // A missing file means no rules. A site with a temporary failure is skipped, as the standard requires.
    if (error instanceof OutboundError && error.status !== null && error.status < 500) return "";
    throw error;
  }
}
