import { createHash } from "node:crypto";

import { SingleFlight } from "#server/single-flight.ts";

import { type KeptFeed, createFeedMemory } from "./feed-memory.ts";
import type { FeedFetcher, FetchedFeed } from "./feed.ts";
import { type HttpClient, OutboundError, type OutboundReply } from "./http-client.ts";
import type { Readers } from "./readers.ts";
import { SourceError } from "./source-error.ts";

const MAX_BYTES = 5_000_000;
const HOUR_MS = 3_600_000;
/** A feed fetched so lately is not fetched again: all tools share it. */
const FRESH_MS = HOUR_MS;
/** Whatever hours a feed wants to be left alone in, it is fetched after so long. */
const LONGEST_SILENCE_MS = 72 * HOUR_MS;

const fetches = new SingleFlight<FetchedFeed>();

/** Fetches feeds, remembers the last replies, and lets servers know which of them it has. */
export function createFeedFetcher(
  http: HttpClient,
  readers: Pick<Readers, "feed">,
  now: () => Date,
): FeedFetcher {
  const memory = createFeedMemory();

  async function fetchFeed(url: string, isTeams: boolean, signal?: AbortSignal): Promise<FetchedFeed> {
    const known = memory.find(url);
    const askedAt = now().getTime();
    if (known && !isDue(known, now())) {
      memory.keep(url, known, isTeams);
      return { ...known.feed, movedTo: null };
    }
    const reply = await http
      .send({ url, headers: headersFor(known), maxBytes: MAX_BYTES, signal })
      .catch((error: unknown) => {
        throw isGone(error) ? new SourceError("This feed no longer exists", { isGone: true }) : error;
      });
    const { movedTo } = reply;
    if (reply.status === 304 && known) {
      memory.keep(url, { ...known, askedAt }, isTeams);
      return { ...known.feed, movedTo };
    }
    const print = printOf(reply);
    const feed =
      known?.print === print
        ? known.feed
        : await readers.feed(
            {
              bytes: reply.body,
              contentType: reply.headers["content-type"],
              url: reply.url,
              now: now(),
            },
            signal,
          );
    // Of a feed that broke off the whole is wanted at the next time, though it may not have changed.
    const isWhole = !feed.reading.notes.some(({ kind }) => kind === "cut-off");
    const { etag, "last-modified": lastModified } = isWhole ? reply.headers : {};
    memory.keep(url, { feed, print, askedAt, etag, lastModified }, isTeams);
    return { ...feed, movedTo };
  }

  return {
    fetch: (url, signal) => fetches.run(memory, url, () => fetchFeed(url, false, signal)),
    fetchTeams: (url, signal) => fetches.run(memory, url, () => fetchFeed(url, true, signal)),
  };
}

/** Tells whether a reply is the same as the last one, of servers that do not say so themselves. */
const printOf = ({ body, url, headers }: OutboundReply): string =>
  createHash("sha256")
    .update(`${url}\n${headers["content-type"] ?? ""}\n`)
    .update(body)
    .digest("base64");

/** Whether a feed may be fetched again: not within the hour, and not when the feed itself says that it is of no use. */
function isDue({ feed: { times }, askedAt }: KeptFeed, now: Date): boolean {
  // A clock that was set back must not keep feeds from being fetched.
  const age = Math.abs(now.getTime() - askedAt);
  if (age >= LONGEST_SILENCE_MS) return true;
  if (age < Math.max(FRESH_MS, times.ttlMinutes * 60_000)) return false;
  return !times.skipHours.includes(now.getUTCHours()) && !times.skipDays.includes(now.getUTCDay());
}

const ACCEPT =
  "application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5";

const headersFor = (known: KeptFeed | undefined): Record<string, string> => ({
  accept: ACCEPT,
  ...(known?.etag !== undefined && { "if-none-match": known.etag }),
  ...(known?.lastModified !== undefined && { "if-modified-since": known.lastModified }),
});

const isGone = (error: unknown): boolean => error instanceof OutboundError && error.status === 410;
