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
  isUseRecordDue,
  isTokenShaped,
  generateToken,
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

/** Path of feeds. The secret and the format follow. */
const FEEDS_PATH = "/feeds/";

/**
 * Creates a private URL for a view. The URL is returned only once and stored as a hash; anyone who has it can read the
 * view without signing in. A user can create several for one view, for different feed readers. Throws 409 if the user
 * has too many follows.
 */
export async function createFollow(app: App, user: User, { view }: NewFollow): Promise<CreatedFollow> {
  const secret = generateToken(FEED_PREFIX);
  const title = titleOfView(view, await findNameInView(app, view));
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

/** Returns the name of the tool or discussed item in a view. Throws 404 if it doesn't exist. */
async function findNameInView(app: App, { section, filter }: FollowedView): Promise<string | null> {
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
export const listFollowsOfUser = async (
  app: App,
  { userId, ...page }: PageRequest & { userId: string },
): Promise<Page<Follow>> => listFollows(app, await getUser(app, userId), page);

/** Deletes a feed URL permanently. */
export async function removeFollow(app: App, user: User, { id }: { id: string }): Promise<void> {
  if (!(await deleteFollow(app.db, user.id, id))) throw notFound("Feed not found");
  app.log.info({ userId: user.id, followId: id }, "stopped following a view");
}

/** Deletes a user's feed, for an administrator. */
export async function removeFollowOfUser(
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
  const view = parseView(section, stored);
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

/** Parses a stored view. Returns null if this version doesn't support it. */
function parseView(section: string, filter: string): FollowedView | null {
  const view = followedViewSchema.safeParse({ section, filter: JSON.parse(filter) });
  return view.success ? view.data : null;
}

const gzipped = promisify(gzip);

/** Time for which a feed is cached. */
const CACHE_MS = 60_000;
/** Memory limit of cached feeds in bytes. Beyond it, the least recently read feeds are evicted. */
const MAX_CACHE_BYTES = 16_000_000;

export interface FeedReply {
  /** Body. Only the compressed form is cached: it has a fifth of the size, and nearly all feed readers accept it. */
  gzipped: Buffer;
  etag: string;
  /** Time of the last change known to this process. */
  changedAt: Date;
  builtAt: Date;
}

interface FeedRequest {
  secret: string;
  format: FeedFormat;
  /** Path of the request. */
  path: string;
}

type FollowRow = NonNullable<Awaited<ReturnType<typeof findFollowAndUser>>>;

/** Feeds at private URLs, created on request and cached for a minute. */
export class FollowedFeeds {
  readonly #app: App;
  readonly #cache = new SizedCache<FeedReply>(MAX_CACHE_BYTES, ({ gzipped: { length } }) => length);
  readonly #builds = new SingleFlight<FeedReply>();
  /** Builds one feed at a time, because several in parallel would block other requests. */
  readonly #limit = pLimit(1);

  constructor(app: App) {
    this.#app = app;
  }

  /** Returns the feed at a URL, with what its owner may see now. Throws 404 for an unknown or deleted URL. */
  async read(caller: Caller, request: FeedRequest): Promise<FeedReply> {
    const { db, limits } = this.#app;
    const follow = isTokenShaped(request.secret, FEED_PREFIX)
      ? await findFollowAndUser(db, hashToken(request.secret))
      : undefined;
    if (!follow) {
      await limits.visitors.count(addressKey(caller.ip));
      throw notFound("There is no feed at this address. It may have been stopped.");
    }
    await limits.feeds.count(follow.followId);
    this.#recordReader(follow, caller);
    // Links in the feed contain the origin of the request.
    const key = `${follow.followId}.${request.format} ${this.#app.publicUrl}`;
    return this.#findCached(key) ?? this.#builds.run(this, key, () => this.#build(key, follow, request));
  }

  #findCached(key: string): FeedReply | undefined {
    const cached = this.#cache.get(key);
    const age = cached ? this.#app.now().getTime() - cached.builtAt.getTime() : CACHE_MS;
    if (!cached || age < 0 || age >= CACHE_MS) return undefined;
    this.#cache.set(key, cached);
    return cached;
  }

  async #build(key: string, follow: FollowRow, { format, path }: FeedRequest): Promise<FeedReply> {
    const app = this.#app;
    const { followId: id, section, view: stored, title, followedAt, lastReadAt: _, ...user } = follow;
    const builtAt = app.now();
    const view = parseView(section, stored);
    await this.#limit(yieldToEventLoop);
    const entries = view ? await listEntries(app, toUser(user), view) : [outdatedViewEntry(app, follow)];
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
    const previous = this.#cache.get(key);
    const reply = {
      gzipped: await gzipped(bytes),
      etag,
      changedAt: previous?.etag === etag ? previous.changedAt : builtAt,
      builtAt,
    };
    this.#cache.set(key, reply);
    return reply;
  }

  /** Records in the background when and by which program a feed was read. */
  #recordReader({ followId, lastReadAt }: FollowRow, { userAgent }: Caller): void {
    const now = this.#app.now();
    if (!isUseRecordDue(lastReadAt, now)) return;
    inBackground(
      this.#app.log,
      "recording the reader of a feed",
      updateLastReader(this.#app.db, followId, now.toISOString(), programName(userAgent)),
    );
  }
}

const ACCOUNT_PATH = "/account";

/** Entry of a feed with a view that this version doesn't support. Feed readers wouldn't show an error to people. */
const outdatedViewEntry = ({ publicUrl }: App, { followId, followedAt }: FollowRow): FeedEntry => ({
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
