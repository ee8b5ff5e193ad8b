import { randomUUID } from "node:crypto";

import type { App } from "#server/app.ts";
import { conflict, invalid, notFound, upstreamFailed } from "#server/errors.ts";
import { fetchFor, forgetSource, requestSource } from "#server/features/sources/sources.service.ts";
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
import { isUseless, uselessWords } from "#shared/news/feed-words.ts";
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

const MAX_TITLE = 200;
const MAX_SHOWN = 500;
const NO_FEED = "No news feed found at this address";
/** Formatted only when needed: the first number format takes 10 ms, which would delay the start. */
const tooMany = () => `You can have at most ${MAX_FEEDS.toLocaleString("en-US")} feeds. Remove some first.`;

/** Adds the starter feeds to a new database. Removed ones are not added again. */
export const seedStarterFeeds = (app: App): Promise<void> =>
  insertFirstFeeds(
    app.db,
    STARTER_FEEDS.map((feed) => createFeed(app, feed)),
  );

/** Lists the team's feeds by title. */
export const listFeeds = (app: App): Promise<Feed[]> => listFeedsByTitle(app.db);

/** Returns the addresses of the team's feeds, used as their names among the sources. */
export const feedAddresses = (app: App): Promise<string[]> => listFeedUrls(app.db);

interface FeedThere extends FeedAddress {
  reading: FeedReading;
}

/** Adds a feed, or the feed that a page announces, after reading it and finding usable content. */
export async function addFeed(app: App, user: User, { url }: NewFeed): Promise<Feed> {
  // Checks the limit before any request to other sites.
  refuseBeyond(await feedAddresses(app));
  const found = await fetchFor(
    app,
    user,
    async () => (await readThere(app, url)) ?? (await readAnnounced(app, url)),
  );
  if (!found) throw upstreamFailed(NO_FEED);
  if (isUseless(found.reading)) throw upstreamFailed(uselessWords(found.reading));
  return app.db.transaction().execute(async (db) => {
    await lockFeeds(db);
    refuseBeyond(await listFeedUrls(db));
    const [feed] = await insertFeeds(db, [createFeed(app, found)]);
    if (!feed) throw conflict("This feed is already in the list");
    return feed;
  });
}

function refuseBeyond({ length }: readonly string[]): void {
  if (length >= MAX_FEEDS) throw invalid(tooMany());
}

/** Reads the feed at an address. Returns null if there is no feed, and throws if the feed is invalid. */
async function readThere(app: App, url: string): Promise<FeedThere | null> {
  const feed = await app.integrations.teamFeed(url).catch((error: unknown) => {
    if (error instanceof OutboundError || (error instanceof SourceError && error.isNoFeed)) return null;
    if (error instanceof SourceError) throw upstreamFailed(`Feed not added. ${error.message}.`);
    throw error;
  });
  return feed && { url, title: feed.title || new URL(url).hostname, reading: feed.reading };
}

async function readAnnounced(app: App, url: string): Promise<FeedThere | null> {
  const page = await app.integrations.pages.read(url).catch(() => null);
  const [announced] = page?.feeds ?? [];
  return announced ? readThere(app, announced.url) : null;
}

/** Removes a feed from the list. Its articles remain. */
export async function removeFeed(app: App, { id }: { id: string }): Promise<void> {
  const feed = await deleteFeed(app.db, id);
  if (!feed) throw notFound("Feed not found");
  await forgetSource(app, feed.url);
}

/** Adds the new feeds of a list, each independently. Returns the result for each. */
export async function addFeeds(app: App, { feeds }: FeedList): Promise<FeedReport> {
  const { textOfHtml } = await import("#server/outside/pages/html-text.ts");
  // Feeds are not read here, so nobody has to wait.
  const named = feeds.map(({ title, url }): NamedFeed => {
    const address = readAddress(url);
    const name = oneLine(textOfHtml(title.slice(0, MAX_SHOWN))).slice(0, MAX_TITLE);
    return { address, shown: { title: name, url: (address ?? url).slice(0, MAX_SHOWN) } };
  });
  return app.db.transaction().execute(async (db) => {
    await lockFeeds(db);
    const { report, rows } = planFeeds(app, named, new Set(await listFeedUrls(db)));
    if (rows.length > 0) await insertFeeds(db, rows);
    return { feeds: report };
  });
}

interface NamedFeed {
  /** Null if it has no address that can be requested. */
  address: string | null;
  shown: Pick<ReportedFeed, "title" | "url">;
}

/** Selects the feeds of a list to add, up to the limit. */
function planFeeds(
  app: App,
  named: readonly NamedFeed[],
  known: Set<string>,
): { report: ReportedFeed[]; rows: Feed[] } {
  let room = Math.max(0, MAX_FEEDS - known.size);
  const rows: Feed[] = [];
  const report = named.map(({ address, shown }): ReportedFeed => {
    if (address === null) return { ...shown, outcome: "refused", reason: "This isn't a web address" };
    if (known.has(address)) return { ...shown, outcome: "known", reason: null };
    if (room === 0) return { ...shown, outcome: "refused", reason: tooMany() };
    room -= 1;
    known.add(address);
    rows.push(createFeed(app, { url: address, title: shown.title || new URL(address).hostname }));
    return { ...shown, outcome: "added", reason: null };
  });
  return { report, rows };
}

/** Some lists use a feed scheme, instead of or in front of the address's own. */
const readAddress = (url: string): string | null =>
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

/** Exports the list as an OPML file, for any feed reader. */
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
  // Not normalized as article addresses are, since a feed's parameters may select its content.
  url: new URL(url).href,
  title: title.slice(0, MAX_TITLE),
  createdAt: app.now().toISOString(),
  reading,
});

/** Returns the articles of a feed. After a permanent redirect, later fetches use the new address. */
export async function readFeed(app: App, feed: Feed, signal?: AbortSignal): Promise<FoundArticle[]> {
  const { articles, movedTo, reading } = await requestSource(app, { name: feed.url, signal }, () =>
    app.integrations.teamFeed(feed.url, signal),
  );
  if (JSON.stringify(reading) !== JSON.stringify(feed.reading)) await updateReading(app.db, feed.id, reading);
  const moved = webAddress(movedTo);
  if (moved !== null && moved !== feed.url) {
    await moveFeed(app.db, feed.id, moved);
    await forgetSource(app, feed.url);
  }
  return articles;
}
