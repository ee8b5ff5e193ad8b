import type { CheerioAPI } from "cheerio";

import { canonicalUrl, webAddress } from "#server/outside/http/canonical-url.ts";

import { oneLine } from "./html-text.ts";
import type { PageLink } from "./page.ts";

const MAX_FEEDS = 10;
const MAX_LINKS = 500;
const FEED_TYPE = /^(?:application\/(?:rss|atom|rdf|feed)\+(?:xml|json)|application\/json|text\/xml)\b/iu;

/** Lists the feeds that a page announces. */
export function listFeeds($: CheerioAPI, base: string): PageLink[] {
  const feeds = $("link[rel~='alternate' i][type][href]")
    .toArray()
    .filter((element) => FEED_TYPE.test($(element).attr("type") ?? ""))
    // WordPress announces its API in the same way.
    .filter((element) => !/wp-json|oembed/iu.test($(element).attr("href") ?? ""))
    .map((element) => ({ href: $(element).attr("href"), text: $(element).attr("title") ?? "" }));
  return distinct(feeds.map(({ href, text }) => ({ url: webAddress(href, base), text }))).slice(0, MAX_FEEDS);
}

/** Lists a page's links, without duplicate addresses. */
export function listLinks($: CheerioAPI, base: string): PageLink[] {
  const links = $("a[href]")
    .slice(0, MAX_LINKS)
    .toArray()
    .map((element) => ({ url: canonicalUrl($(element).attr("href"), base), text: $(element).text() }));
  return distinct(links);
}

function distinct(links: readonly { url: string | null; text: string }[]): PageLink[] {
  const found = new Map<string, PageLink>();
  for (const { url, text } of links) {
    if (url !== null && !found.has(url)) found.set(url, { url, text: oneLine(text).slice(0, 200) });
  }
  return [...found.values()];
}
