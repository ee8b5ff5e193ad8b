import { createHash, randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

import pLimit from "p-limit";

import type { FeedTokenRow } from "#db/schema.ts";
import type { App, Caller } from "#server/app.ts";
import { conflict, notFound } from "#server/errors.ts";
import { latestComments } from "#server/features/comments/comments.service.ts";
import { getTool } from "#server/features/tools/tools.service.ts";
import { recordAccountEvent } from "#server/features/users/account-state.service.ts";
import {
  FEED_PREFIX,
  hashToken,
  isNoteDue,
  isTokenShaped,
  makeToken,
  programName,
} from "#server/features/users/tokens.service.ts";
import { getUser, toUser } from "#server/features/users/users.service.ts";
import { inBackground, SingleFlight, yieldToEventLoop } from "#server/kernel/async/promises.ts";
import { SizedCache } from "#server/kernel/async/sized-cache.ts";
import { readPage } from "#server/kernel/paging/paging.ts";
import { type FeedEntry, type FeedFormat, writeFeed } from "#server/outside/feeds/written-feed.ts";
import { addressKey } from "#server/web/limits/rate-limits.ts";
import type { User } from "#shared/accounts/users.ts";
import {
  type CreatedFollow,
  type Follow,
  type FollowedView,
  followedViewSchema,
  MAX_FOLLOWS_PER_USER,
  type NewFollow,
  pageOfView,
  titleOfView,
} from "#shared/follows.ts";
import type { Page, PageRequest } from "#shared/kernel/paging.ts";

import { listEntries } from "./followed-entries.service.ts";
import {
  countFollows,
  deleteFollow,
  findFollowAndUser,
  insertFollow,
  listFollowRows,
  updateLastReader,
} from "./follows.queries.ts";

/** Path of feeds, followed by the secret and the format. */
const FEEDS_PATH = "/feeds/";

/**
 * Creates a private URL for a view. It is returned only once and stored as a hash; anyone with it can read the view
 * without signing in. A view may have several, one for each program. Throws 409 if the user has too many.
 */
export async function createFollow(app: App, user: User, { view }: NewFollow): Promise<CreatedFollow> {
  const secret = makeToken(FEED_PREFIX);
  const title = titleOfView(view, await findName(app, view));
  const row = await app.db.transaction().execute(async (db) => {
    if ((await countFollows(db, user.id)) >= MAX_FOLLOWS_PER_USER) {
      throw conflict(`You follow ${MAX_FOLLOWS_PER_USER} views. Stop one under Account, Feeds first.`);
    }
    return insertFollow(db, {
      id: randomUUID(),
      userId: user.id,
      hash: hashToken(secret),
      section: view.section,
      view: JSON.stringify(view.filter),
      title,
      createdAt: app.now().toISOString(),
      lastReadAt: null,
      lastReader: null,
    });
  });
  app.log.info({ userId: user.id, followId: row.id, section: view.section }, "followed a view");
  const address = `${app.publicUrl}${FEEDS_PATH}${secret}`;
  return { ...toFollow(row), atomUrl: `${address}.atom`, jsonUrl: `${address}.json` };
}

/** Returns the name of a view's tool or discussed item. Throws 404 if it doesn't exist. */
async function findName(app: App, { section, filter }: FollowedView): Promise<string | null> {
  if (section === "discussion") return (await latestComments(app, filter.ref, 1)).title;
  if (section !== "news" || filter.toolId === null) return null;
  return (await getTool(app, filter.toolId)).name;
}

/** Returns a user's follows, newest first. */
export const listFollows = (app: App, user: Pick<User, "id">, input: PageRequest): Promise<Page<Follow>> =>
  readPage(
    input,
    async (slice) => (await listFollowRows(app.db, user.id, slice)).map(toFollow),
    ({ createdAt, id }) => [createdAt, id],
  );

/** Returns another user's follows, for an administrator. */
export const listFollowsOf = async (
  app: App,
  { userId, ...page }: PageRequest & { userId: string },
): Promise<Page<Follow>> => listFollows(app, await getUser(app, userId), page);

/** Deletes a feed URL permanently. */
export async function removeFollow(app: App, user: User, { id }: { id: string }): Promise<void> {
  if (!(await deleteFollow(app.db, user.id, id))) throw notFound("Feed not found");
  app.log.info({ userId: user.id, followId: id }, "stopped following a view");
}

/** Deletes a user's feed, for an administrator. */
export async function removeFollowOf(
  app: App,
  admin: User,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  const user = await getUser(app, userId);
  await app.db.transaction().execute(async (db) => {
    const removed = await deleteFollow(db, userId, id);
    if (!removed) throw notFound("Feed not found");
    await recordAccountEvent(app, db, admin, user, "feed-stopped", removed.title);
  });
  app.log.info({ userId, followId: id, by: admin.id }, "an administrator stopped a feed");
}

function toFollow({
  id,
  section,
  view: stored,
  title,
  createdAt,
  lastReadAt,
  lastReader,
}: FeedTokenRow): Follow {
  const view = readView(section, stored);
  return {
    id,
    section,
    title,
    page: view && pageOfView(view),
    createdAt,
    lastReadAt,
    lastReader,
  };
}

/** Parses a stored view. Null if this version doesn't support its filters. */
function readView(section: string, filter: string): FollowedView | null {
  const view = followedViewSchema.safeParse({ section, filter: JSON.parse(filter) });
  return view.success ? view.data : null;
}

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
