import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

import pLimit from "p-limit";

import type { App, Caller } from "#server/app.ts";
import { notFound } from "#server/errors.ts";
import { FEED_PREFIX, hashToken, isTokenShaped } from "#server/features/users/token-text.ts";
import { isNoteDue, programName } from "#server/features/users/token-use.service.ts";
import { toUser } from "#server/features/users/users.service.ts";
import { inBackground } from "#server/kernel/async/in-background.ts";
import { SingleFlight } from "#server/kernel/async/single-flight.ts";
import { yieldToEventLoop } from "#server/kernel/async/yield-to-event-loop.ts";
import { type FeedEntry, type FeedFormat, writeFeed } from "#server/outside/feeds/written-feed.ts";
import { addressKey } from "#server/web/limits/address-key.ts";
import { pageOfView } from "#shared/follows.ts";

import { listEntries } from "./followed-entries.service.ts";
import { readView } from "./followed-view.ts";
import { findFollowAndUser, updateLastReader } from "./follows.queries.ts";

const gzipped = promisify(gzip);

/** A feed is made so often at most, however many read it. */
const KEPT_MS = 60_000;
/** How much memory the kept feeds take; of more, the longest unread go. */
const MAX_KEPT_BYTES = 16_000_000;

/** A feed as it goes out. */
export interface FeedReply {
  /** Kept like this alone: a fifth of the size, and nearly all readers take it. */
  gzipped: Buffer;
  etag: string;
  /** When it became what it is, as far as this process knows. */
  changedAt: Date;
  madeAt: Date;
}

interface AskedFeed {
  secret: string;
  format: FeedFormat;
  /** The address that was asked for. */
  path: string;
}

type FollowRow = NonNullable<Awaited<ReturnType<typeof findFollowAndUser>>>;

/** The feeds at private addresses, made when somebody reads them and kept for a minute. */
export class FollowedFeeds {
  readonly #app: App;
  /** The longest unread first. */
  readonly #kept = new Map<string, FeedReply>();
  #keptBytes = 0;
  readonly #making = new SingleFlight<FeedReply>();
  /** One feed goes on at each turn of the event loop: several together would hold everybody up. */
  readonly #turns = pLimit(1);

  constructor(app: App) {
    this.#app = app;
  }

  /** The feed at an address, with what its owner may see now; refuses with 404 an address that there is not (any more). */
  async read(caller: Caller, asked: AskedFeed): Promise<FeedReply> {
    const { db, limits } = this.#app;
    const follow = isTokenShaped(asked.secret, FEED_PREFIX)
      ? await findFollowAndUser(db, hashToken(asked.secret))
      : undefined;
    if (!follow) {
      await limits.visitors.count(addressKey(caller.ip));
      throw notFound("There is no feed at this address. It may have been stopped.");
    }
    await limits.feeds.count(follow.followId);
    this.#noteReader(follow, caller);
    // The links in it lead to where the reader asks.
    const key = `${follow.followId}.${asked.format} ${this.#app.publicUrl}`;
    return this.#findKept(key) ?? this.#making.run(this, key, () => this.#make(key, follow, asked));
  }

  #findKept(key: string): FeedReply | undefined {
    const kept = this.#kept.get(key);
    const age = kept ? this.#app.now().getTime() - kept.madeAt.getTime() : KEPT_MS;
    if (!kept || age < 0 || age >= KEPT_MS) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept;
  }

  async #make(key: string, follow: FollowRow, { format, path }: AskedFeed): Promise<FeedReply> {
    const app = this.#app;
    const { followId: id, section, view: stored, title, followedAt, lastReadAt: _, ...user } = follow;
    const madeAt = app.now();
    const view = readView(section, stored);
    await this.#turns(yieldToEventLoop);
    const entries = view ? await listEntries(app, toUser(user), view) : [outdatedNote(app, follow)];
    const feed = {
      id,
      title: `${title} · StackLoop`,
      pageUrl: `${app.publicUrl}${view ? pageOfView(view) : ACCOUNT_PATH}`,
      feedUrl: `${app.publicUrl}${path}`,
      updatedAt: entries.reduce(
        (latest, { updatedAt }) => (updatedAt > latest ? updatedAt : latest),
        followedAt,
      ),
      entries,
    };
    await this.#turns(yieldToEventLoop);
    const bytes = Buffer.from(await writeFeed(feed, format));
    const etag = `"${createHash("sha256").update(bytes).digest("base64url")}"`;
    const before = this.#kept.get(key);
    const made = {
      gzipped: await gzipped(bytes),
      etag,
      changedAt: before?.etag === etag ? before.changedAt : madeAt,
      madeAt,
    };
    this.#keep(key, made);
    return made;
  }

  #keep(key: string, made: FeedReply): void {
    this.#forget(key);
    this.#kept.set(key, made);
    this.#keptBytes += made.gzipped.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#keptBytes <= MAX_KEPT_BYTES) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    const kept = this.#kept.get(key);
    if (kept) this.#keptBytes -= kept.gzipped.length;
    this.#kept.delete(key);
  }

  /** Notes down when a feed was read and by which program; nobody waits for it. */
  #noteReader({ followId, lastReadAt }: FollowRow, { userAgent }: Caller): void {
    const now = this.#app.now();
    if (!isNoteDue(lastReadAt, now)) return;
    inBackground(
      this.#app.log,
      "noting who reads a feed",
      updateLastReader(this.#app.db, followId, now.toISOString(), programName(userAgent)),
    );
  }
}

const ACCOUNT_PATH = "/account";

/** What stands in a feed whose view this version does not know: who reads it is told, where an error would be silent. */
const outdatedNote = ({ publicUrl }: App, { followId, followedAt }: FollowRow): FeedEntry => ({
  id: `${followId}#outdated`,
  title: "This feed has come to its end",
  url: `${publicUrl}${ACCOUNT_PATH}`,
  paragraphs: [
    "StackLoop was updated and no longer knows this view. Follow it again on its page, and stop this feed under Account, Feeds.",
  ],
  links: [],
  imageUrl: null,
  authors: [],
  tags: [],
  publishedAt: followedAt,
  updatedAt: followedAt,
});
