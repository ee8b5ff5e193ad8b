import robotsParser from "robots-parser";

import { webAddress } from "./canonical-url.ts";
import { type HttpClient, OutboundError } from "./http-client.ts";

const MAX_BYTES = 500_000;
const TIMEOUT_MS = 5_000;
/** Sites change their rules rarely; RFC 9309 asks for no more than a day. */
const KEPT_MS = 24 * 60 * 60 * 1000;
const MAX_KEPT = 500;
const AGENT = "StackLoop";

type IsAllowed = (url: string, signal?: AbortSignal) => Promise<boolean>;

interface Rules {
  readAt: number;
  allow(url: string): boolean;
}

/** Whether a site's robots.txt allows this program to read an address (RFC 9309). */
export function createRobots(http: HttpClient, now: () => Date): IsAllowed {
  const kept = new Map<string, Rules>();

  return async (url, signal) => {
    const address = webAddress(url);
    // Nothing is asked of a blob: address's origin, for one; the way out refuses it.
    if (address === null) return true;
    const { origin } = new URL(address);
    const known = kept.get(origin);
    if (known && Math.abs(now().getTime() - known.readAt) < KEPT_MS) return known.allow(url);
    const rules = { readAt: now().getTime(), allow: await readRules(http, `${origin}/robots.txt`, signal) };
    const [oldest] = kept.keys();
    if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    kept.set(origin, rules);
    return rules.allow(url);
  };
}

async function readRules(http: HttpClient, url: string, signal?: AbortSignal): Promise<Rules["allow"]> {
  try {
    const reply = await http.send({ url, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, tries: 1, signal });
    return readRobots(url, reply.body.toString());
  } catch (error) {
    // No rules are no rules; a site that fails for the moment is left alone, as the standard asks.
    if (error instanceof OutboundError && error.status !== null && error.status < 500) return () => true;
    throw error;
  }
}

/** The rules of a robots.txt for this program. */
export function readRobots(url: string, text: string): Rules["allow"] {
  // A page in its place holds no rules.
  const rules = robotsParser(url, /^\s*</u.test(text) ? "" : text);
  return (address) => rules.isAllowed(address, AGENT) !== false;
}
