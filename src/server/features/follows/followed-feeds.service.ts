import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

import pLimit from "p-limit";

import type { App, Caller } from "#server/app.ts";
import { notFound } from "#server/errors.ts";
import { FEED_PREFIX, hashToken, isTokenShaped } from "#server/features/users/token-text.ts";
import { isNoteDue, programName } from "#server/features/users/token-use.service.ts";
import { toUser } from "#server/features/users/users.service.ts";
import { inBackground, SingleFlight, yieldToEventLoop } from "#server/kernel/async/promises.ts";
import { SizedCache } from "#server/kernel/async/sized-cache.ts";
import { type FeedEntry, type FeedFormat, writeFeed } from "#server/outside/feeds/written-feed.ts";
import { addressKey } from "#server/web/limits/address-key.ts";
import { pageOfView } from "#shared/follows.ts";

import { listEntries } from "./followed-entries.service.ts";
import { findFollowAndUser, updateLastReader } from "./follows.queries.ts";
import { readView } from "./follows.service.ts";

const gzipped = promisify(gzip);

/** Cache time of a feed, regardless of the number of readers. */
const CACHE_MS = 60_000;
/** Maximum memory of cached feeds. Beyond it, the least recently read are removed. */
const MAX_CACHE_BYTES = 16_000_000;

export interface FeedReply {
  /** Body, cached only in compressed form: a fifth of the size, and nearly all readers accept it. */
  gzipped: Buffer;
  etag: string;
  /** Time of the last change known to this process. */
  changedAt: Date;
  madeAt: Date;
}

interface AskedFeed {
  secret: string;
  format: FeedFormat;
  /** Requested path. */
  path: string;
}

type FollowRow = NonNullable<Awaited<ReturnType<typeof findFollowAndUser>>>;

/** Feeds at private URLs, created on request and cached for a minute. */
export class FollowedFeeds {
  readonly #app: App;
  readonly #cache = new SizedCache<FeedReply>(MAX_CACHE_BYTES, ({ gzipped: { length } }) => length);
  readonly #making = new SingleFlight<FeedReply>();
  /** Queue that builds one feed at a time, because several in parallel would block other requests. */
  readonly #limit = pLimit(1);

  constructor(app: App) {
    this.#app = app;
  }

  /**
   * Returns the feed at a URL, with content that its owner may currently see. Throws 404 for a URL that doesn't exist
   * or was deleted.
   */
  async read(caller: Caller, request: AskedFeed): Promise<FeedReply> {
    const { db, limits } = this.#app;
    const follow = isTokenShaped(request.secret, FEED_PREFIX)
      ? await findFollowAndUser(db, hashToken(request.secret))
      : undefined;
    if (!follow) {
      await limits.visitors.count(addressKey(caller.ip));
      throw notFound("There is no feed at this address. It may have been stopped.");
    }
    await limits.feeds.count(follow.followId);
    this.#noteReader(follow, caller);
    // Links in the feed use the origin of the request.
    const key = `${follow.followId}.${request.format} ${this.#app.publicUrl}`;
    return this.#findCached(key) ?? this.#making.run(this, key, () => this.#make(key, follow, request));
  }

  #findCached(key: string): FeedReply | undefined {
    const cached = this.#cache.get(key);
    const age = cached ? this.#app.now().getTime() - cached.madeAt.getTime() : CACHE_MS;
    if (!cached || age < 0 || age >= CACHE_MS) return undefined;
    this.#cache.set(key, cached);
    return cached;
  }

  async #make(key: string, follow: FollowRow, { format, path }: AskedFeed): Promise<FeedReply> {
    const app = this.#app;
    const { followId: id, section, view: stored, title, followedAt, lastReadAt: _, ...user } = follow;
    const madeAt = app.now();
    const view = readView(section, stored);
    await this.#limit(yieldToEventLoop);
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
    await this.#limit(yieldToEventLoop);
    const bytes = Buffer.from(await writeFeed(feed, format));
    const etag = `"${createHash("sha256").update(bytes).digest("base64url")}"`;
    const before = this.#cache.get(key);
    const reply = {
      gzipped: await gzipped(bytes),
      etag,
      changedAt: before?.etag === etag ? before.changedAt : madeAt,
      madeAt,
    };
    this.#cache.set(key, reply);
    return reply;
  }

  /** Records when and by which program a feed was read, in the background. */
  #noteReader({ followId, lastReadAt }: FollowRow, { userAgent }: Caller): void {
    const now = this.#app.now();
    if (!isNoteDue(lastReadAt, now)) return;
    inBackground(
      this.#app.log,
      "recording the reader of a feed",
      updateLastReader(this.#app.db, followId, now.toISOString(), programName(userAgent)),
    );
  }
}

const ACCOUNT_PATH = "/account";

/** Entry in a feed with a view unknown to this version. It informs the reader, who would not see an error. */
const outdatedNote = ({ publicUrl }: App, { followId, followedAt }: FollowRow): FeedEntry => ({
  id: `${followId}#outdated`,
  title: "This feed has ended",
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
