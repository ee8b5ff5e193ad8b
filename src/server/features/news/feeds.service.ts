import { randomUUID } from "node:crypto";

import type { App } from "#server/app.ts";
import { conflict, invalid, notFound, upstreamFailed } from "#server/errors.ts";
import { askSource, forgetSource } from "#server/features/sources/sources.service.ts";
import { webAddress } from "#server/integrations/canonical-url.ts";
import { OutboundFault } from "#server/integrations/http-client.ts";
import type { FoundArticle } from "#server/integrations/news-source.ts";
import { readOpml, writeOpml } from "#server/integrations/opml.ts";
import { SourceFault } from "#server/integrations/source-fault.ts";
import { type FeedAddress, STARTER_FEEDS } from "#server/integrations/starter-feeds.ts";
import type { ExportedFile } from "#shared/export.ts";
import { type Feed, type FeedsAdded, MAX_FEEDS, type NewFeed } from "#shared/feeds.ts";

import { deleteFeed, insertFeeds, insertFirstFeeds, listFeedRows, moveFeed } from "./feeds.queries.ts";

const MAX_TITLE = 200;

/** The team's feeds by title; at first those that come with the product. */
export async function listFeeds(app: App): Promise<Feed[]> {
  await insertFirstFeeds(app.db, rowsOf(app, STARTER_FEEDS));
  return listFeedRows(app.db);
}

/** Adds a feed, or the one that a page announces, once it was read. */
export async function addFeed(app: App, { url }: NewFeed): Promise<Feed> {
  await refuseTooMany(app, 1);
  const found = (await readTitle(app, url)) ?? (await readAnnounced(app, url));
  if (!found) throw upstreamFailed("There is no news feed at this address");
  const [feed] = await insertFeeds(app.db, rowsOf(app, [found]));
  if (!feed) throw conflict("This feed is in the list already");
  return feed;
}

async function readTitle(app: App, url: string): Promise<FeedAddress | null> {
  const feed = await app.integrations.teamFeed(url).catch((error: unknown) => {
    if (error instanceof SourceFault || error instanceof OutboundFault) return null;
    throw error;
  });
  return feed && { url, title: feed.title || new URL(url).hostname };
}

async function readAnnounced(app: App, url: string): Promise<FeedAddress | null> {
  const page = await app.integrations.pages.read(url).catch(() => null);
  const [announced] = page?.feeds ?? [];
  return announced ? readTitle(app, announced.url) : null;
}

async function refuseTooMany(app: App, more: number): Promise<void> {
  if ((await listFeeds(app)).length + more > MAX_FEEDS) {
    throw invalid(`Keep at most ${MAX_FEEDS} feeds. Remove some first.`);
  }
}

/** Removes a feed from the list; its articles stay. */
export async function removeFeed(app: App, { id }: { id: string }): Promise<void> {
  const feed = await deleteFeed(app.db, id);
  if (!feed) throw notFound("Feed");
  await forgetSource(app, feed.url);
}

/** Adds the feeds of an OPML file that are not there yet. They are read at the next fetch. */
export async function importOpml(app: App, { opml }: { opml: string }): Promise<FeedsAdded> {
  const { feeds, rejected } = readFile(opml);
  return { ...(await addMany(app, feeds)), rejected: rejected.length };
}

function readFile(opml: string) {
  try {
    return readOpml(Buffer.from(opml));
  } catch (error) {
    throw error instanceof SourceFault ? invalid(error.message, "opml") : error;
  }
}

/** The list as an OPML file, which any feed reader takes. */
export async function exportOpml(app: App): Promise<ExportedFile> {
  const content = writeOpml(await listFeeds(app), app.now());
  return { fileName: "news-feeds.opml", mediaType: "text/x-opml; charset=utf-8", encoding: "utf8", content };
}

/** Adds those feeds that come with the product and are not in the list. */
export async function restoreStarterFeeds(app: App): Promise<FeedsAdded> {
  return { ...(await addMany(app, STARTER_FEEDS)), rejected: 0 };
}

async function addMany(app: App, feeds: readonly FeedAddress[]) {
  const known = new Set((await listFeeds(app)).map(({ url }) => url));
  const rows = rowsOf(app, feeds);
  const missing = rows.filter(({ url }) => !known.has(url));
  await refuseTooMany(app, missing.length);
  const added = missing.length === 0 ? [] : await insertFeeds(app.db, missing);
  return { added: added.length, known: rows.length - added.length };
}

/** As rows, each address once. */
function rowsOf(app: App, feeds: readonly FeedAddress[]): Feed[] {
  const rows = feeds.map(({ url, title }) => ({
    id: randomUUID(),
    // Not the bare form of articles: a parameter of a feed may choose what stands in it.
    url: new URL(url).href,
    title: title.slice(0, MAX_TITLE),
    createdAt: app.now().toISOString(),
  }));
  return [...new Map(rows.map((row) => [row.url, row])).values()];
}

/** The articles of a feed. One that has moved for good is asked at its new address from now on. */
export async function readFeed(app: App, feed: Feed, signal?: AbortSignal): Promise<FoundArticle[]> {
  const { articles, movedTo } = await askSource(app, { name: feed.url, signal }, () =>
    app.integrations.teamFeed(feed.url, signal),
  );
  const moved = webAddress(movedTo);
  if (moved !== null && moved !== feed.url) {
    await moveFeed(app.db, feed.id, moved);
    await forgetSource(app, feed.url);
  }
  return articles;
}
