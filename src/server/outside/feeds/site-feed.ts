import { type FoundArticle, type NewsSource, toArticle } from "#server/outside/news/news-source.ts";
import type { WebPages } from "#server/outside/pages/page.ts";

import type { FeedFetcher } from "./feed.ts";

const MAX_FEEDS = 2;
const SIDE_FEED = /comments?|kommentare|podcast|changelog|releases?\b/iu;

/** Source of news from a tool's own site: the feeds that its page announces. */
export function createSiteFeed(pages: WebPages, feeds: FeedFetcher): NewsSource {
  return {
    name: "The tool's own site",
    isPerTool: true,
    async about({ name, url }, signal) {
      const page = url === null ? null : await pages.read(url, signal);
      const announced = (page?.feeds ?? []).filter(
        (feed) => !SIDE_FEED.test(`${feed.text} ${new URL(feed.url).pathname}`),
      );
      const articles: FoundArticle[] = [];
      for (const feed of announced.slice(0, MAX_FEEDS)) {
        const { items, title } = await feeds.fetch(feed.url, signal);
        articles.push(...items.map((item) => toArticle(item, page?.siteName ?? (title || name))));
      }
      return articles;
    },
  };
}
