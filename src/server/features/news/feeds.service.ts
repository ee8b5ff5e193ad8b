import { randomUUID } from "node:crypto";

import type { App } from "#server/app.ts";
import { conflict, invalid, notFound, upstreamFailed } from "#server/errors.ts";
import { fetchFor, removeSource, requestSource } from "#server/features/sources/sources.service.ts";
import { webAddress } from "#server/outside/http/canonical-url.ts";
import { OutboundError } from "#server/outside/http/http-client.ts";
import { SourceError } from "#server/outside/http/source-error.ts";
import {
  type FoundArticle,
  type FeedAddress,
  STARTER_FEEDS,
  writeOpml,
} from "#server/outside/news/news-source.ts";
import { oneLine } from "#server/outside/pages/plain-text.ts";
import type { User } from "#shared/accounts/users.ts";
import type { ExportedFile } from "#shared/export.ts";
import { isUnusable, unusableWords } from "#shared/news/feed-words.ts";
import {
  type Feed,
  type FeedList,
  type FeedReading,
  type FeedReport,
  type FeedsAdded,
  MAX_FEEDS,
  type NewFeed,
  type ReportedFeed,
} from "#shared/news/feeds.ts";

import {
  deleteFeed,
  lockFeeds,
  insertFeeds,
  insertFirstFeeds,
  listFeedsByTitle,
  listFeedUrls,
  moveFeed,
  updateReading,
} from "./feeds.queries.ts";

const MAX_TITLE_LENGTH = 200;
const MAX_REPORTED_LENGTH = 500;
const NO_FEED = "No news feed found at this address";
/** Formatted when needed: creating the first number format takes 10 ms, which would delay the start. */
const tooManyFeeds = () =>
  `You can have at most ${MAX_FEEDS.toLocaleString("en-US")} feeds. Remove some first.`;

/** Adds the starter feeds to a new database. Later starts don't add removed feeds again. */
export const seedStarterFeeds = (app: App): Promise<void> =>
  insertFirstFeeds(
    app.db,
    STARTER_FEEDS.map((feed) => createFeed(app, feed)),
  );

/** Lists the team's feeds by title. */
export const listFeeds = (app: App): Promise<Feed[]> => listFeedsByTitle(app.db);

/** Returns the URLs of the team's feeds, which are also the names of these sources. */
export const feedAddresses = (app: App): Promise<string[]> => listFeedUrls(app.db);

interface FoundFeed extends FeedAddress {
  reading: FeedReading;
}

/**
 * Adds the feed at a URL, or the feed that the page there announces. Throws 502 if the feed can't be read or has no
 * usable content.
 */
export async function addFeed(app: App, user: User, { url }: NewFeed): Promise<Feed> {
  // Checked before other sites are requested.
  requireRoomForFeed(await feedAddresses(app));
  const found = await fetchFor(
    app,
    user,
    async () => (await readFeedAt(app, url)) ?? (await readAnnouncedFeed(app, url)),
  );
  if (!found) throw upstreamFailed(NO_FEED);
  if (isUnusable(found.reading)) throw upstreamFailed(unusableWords(found.reading));
  return app.db.transaction().execute(async (db) => {
    await lockFeeds(db);
    requireRoomForFeed(await listFeedUrls(db));
    const [feed] = await insertFeeds(db, [createFeed(app, found)]);
    if (!feed) throw conflict("This feed is already in the list");
    return feed;
  });
}

function requireRoomForFeed({ length }: readonly string[]): void {
  if (length >= MAX_FEEDS) throw invalid(tooManyFeeds());
}

/** Reads the feed at a URL. Returns null if there is none. Throws 502 if the feed is invalid. */
async function readFeedAt(app: App, url: string): Promise<FoundFeed | null> {
  const feed = await app.integrations.teamFeed(url).catch((error: unknown) => {
    if (error instanceof OutboundError || (error instanceof SourceError && error.isNoFeed)) return null;
    if (error instanceof SourceError) throw upstreamFailed(`Feed not added. ${error.message}.`);
    throw error;
  });
  return feed && { url, title: feed.title || new URL(url).hostname, reading: feed.reading };
}

async function readAnnouncedFeed(app: App, url: string): Promise<FoundFeed | null> {
  const page = await app.integrations.pages.read(url).catch(() => null);
  const [announced] = page?.feeds ?? [];
  return announced ? readFeedAt(app, announced.url) : null;
}

/** Removes a feed from the list. Its articles remain. */
export async function removeFeed(app: App, { id }: { id: string }): Promise<void> {
  const feed = await deleteFeed(app.db, id);
  if (!feed) throw notFound("Feed not found");
  await removeSource(app, feed.url);
}

/** Adds the new feeds of a list. Returns the outcome for each feed. */
export async function addFeeds(app: App, { feeds }: FeedList): Promise<FeedReport> {
  const { textOfHtml } = await import("#server/outside/pages/html-text.ts");
  // Doesn't fetch the feeds, so the call returns at once.
  const requested = feeds.map(({ title, url }): RequestedFeed => {
    const address = parseFeedUrl(url);
    const name = oneLine(textOfHtml(title.slice(0, MAX_REPORTED_LENGTH))).slice(0, MAX_TITLE_LENGTH);
    return { address, reported: { title: name, url: (address ?? url).slice(0, MAX_REPORTED_LENGTH) } };
  });
  return app.db.transaction().execute(async (db) => {
    await lockFeeds(db);
    const { report, rows } = selectFeeds(app, requested, new Set(await listFeedUrls(db)));
    if (rows.length > 0) await insertFeeds(db, rows);
    return { feeds: report };
  });
}

interface RequestedFeed {
  /** Null if the feed has no URL that can be requested. */
  address: string | null;
  reported: Pick<ReportedFeed, "title" | "url">;
}

/** Selects the new feeds of a list, up to the limit. */
function selectFeeds(
  app: App,
  requested: readonly RequestedFeed[],
  knownUrls: Set<string>,
): { report: ReportedFeed[]; rows: Feed[] } {
  let remaining = Math.max(0, MAX_FEEDS - knownUrls.size);
  const rows: Feed[] = [];
  const report = requested.map(({ address, reported }): ReportedFeed => {
    if (address === null) return { ...reported, outcome: "refused", reason: "This isn't a web address" };
    if (knownUrls.has(address)) return { ...reported, outcome: "known", reason: null };
    if (remaining === 0) return { ...reported, outcome: "refused", reason: tooManyFeeds() };
    remaining -= 1;
    knownUrls.add(address);
    rows.push(createFeed(app, { url: address, title: reported.title || new URL(address).hostname }));
    return { ...reported, outcome: "added", reason: null };
  });
  return { report, rows };
}

/** Removes the feed scheme, which some lists write instead of or in front of the URL's scheme. */
const parseFeedUrl = (url: string): string | null =>
  webAddress(
    url
      .trim()
      .replace(/^feed:(?:\/\/(?=https?:))?(?=https?:)/iu, "")
      .replace(/^feed:\/\//iu, "http://"),
  );

function countOutcomes({ feeds }: FeedReport): FeedsAdded {
  const count = (wanted: ReportedFeed["outcome"]) => feeds.filter(({ outcome }) => outcome === wanted).length;
  return { added: count("added"), known: count("known"), rejected: count("refused") };
}

/** Exports the feeds as an OPML file for feed readers. */
export async function exportOpml(app: App): Promise<ExportedFile> {
  const content = await writeOpml(await listFeeds(app), app.now());
  return { fileName: "news-feeds.opml", mediaType: "text/x-opml; charset=utf-8", encoding: "utf8", content };
}

/** Adds the starter feeds that are not in the list. */
export const restoreStarterFeeds = async (app: App): Promise<FeedsAdded> =>
  countOutcomes(await addFeeds(app, { feeds: [...STARTER_FEEDS] }));

const createFeed = (
  app: App,
  { url, title, reading = null }: FeedAddress & { reading?: FeedReading | null },
): Feed => ({
  id: randomUUID(),
  // Feed URLs are not normalized like article URLs, because their parameters may select the content.
  url: new URL(url).href,
  title: title.slice(0, MAX_TITLE_LENGTH),
  createdAt: app.now().toISOString(),
  reading,
});

/** Returns the articles of a feed. After a permanent redirect, later fetches use the new URL. */
export async function readFeed(app: App, feed: Feed, signal?: AbortSignal): Promise<FoundArticle[]> {
  const { articles, movedTo, reading } = await requestSource(app, { name: feed.url, signal }, () =>
    app.integrations.teamFeed(feed.url, signal),
  );
  if (JSON.stringify(reading) !== JSON.stringify(feed.reading)) await updateReading(app.db, feed.id, reading);
  const newUrl = webAddress(movedTo);
  if (newUrl !== null && newUrl !== feed.url) {
    await moveFeed(app.db, feed.id, newUrl);
    await removeSource(app, feed.url);
  }
  return articles;
}
