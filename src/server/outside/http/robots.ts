import type { Readers } from "#server/outside/readers.ts";

import { webAddress } from "./canonical-url.ts";
import { type HttpClient, OutboundError } from "./http-client.ts";

const MAX_BYTES = 500_000;
const TIMEOUT_MS = 5_000;
/** Sites change their rules rarely; RFC 9309 asks for no more than a day. */
const KEPT_MS = 24 * 60 * 60 * 1000;
/** So many sites are kept, and so many letters of theirs, whichever is reached first. */
const MAX_KEPT = 500;
const MAX_KEPT_LETTERS = 10_000_000;

type IsAllowed = (url: string, signal?: AbortSignal) => Promise<boolean>;

interface Robots {
  readAt: number;
  text: string;
}

/** Whether a site's robots.txt allows this program to read an address (RFC 9309). */
export function createRobots(http: HttpClient, readers: Pick<Readers, "robots">, now: () => Date): IsAllowed {
  const kept = new Map<string, Robots>();
  let letters = 0;

  function forget(origin: string): void {
    letters -= kept.get(origin)?.text.length ?? 0;
    kept.delete(origin);
  }

  function keep(origin: string, robots: Robots): void {
    forget(origin);
    kept.set(origin, robots);
    letters += robots.text.length;
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_KEPT && letters <= MAX_KEPT_LETTERS) return;
      forget(oldest);
    }
  }

  async function textAt(origin: string, signal?: AbortSignal): Promise<string> {
    const known = kept.get(origin);
    if (known && Math.abs(now().getTime() - known.readAt) < KEPT_MS) return known.text;
    const readAt = now().getTime();
    const text = await fetchText(http, `${origin}/robots.txt`, signal);
    keep(origin, { readAt, text });
    return text;
  }

  return async (url, signal) => {
    const address = webAddress(url);
    // Nothing is asked of a blob: address's origin, for one; the way out refuses it.
    if (address === null) return true;
    const { origin } = new URL(address);
    const text = await textAt(origin, signal);
    return text === "" || readers.robots({ url: `${origin}/robots.txt`, text, address }, signal);
  };
}

async function fetchText(http: HttpClient, url: string, signal?: AbortSignal): Promise<string> {
  try {
    const reply = await http.send({ url, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, tries: 1, signal });
    return reply.body.toString();
  } catch (error) {
    // No rules are no rules; a site that fails for the moment is left alone, as the standard asks.
    if (error instanceof OutboundError && error.status !== null && error.status < 500) return "";
    throw error;
  }
}
