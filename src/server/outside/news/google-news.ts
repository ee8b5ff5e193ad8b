import type { FeedFetcher } from "#server/outside/feeds/feed.ts";

import { type NewsSource, toArticle } from "./news-source.ts";

const MAX_ARTICLES = 30;

/**
 * News from Google's RSS search. Off by default, since the feed's terms allow personal use only. Its links are Google
 * redirects, and its descriptions are lists of other headlines.
 */
export function createGoogleNews(feeds: FeedFetcher, url: string): NewsSource {
  return {
    name: "Google News",
    async about({ name, company }, signal) {
      const search = new URL(url);
      const words = [name, company ?? ""]
        .map((word) => word.replaceAll('"', " ").trim())
        .filter((word) => word !== "");
      search.searchParams.set("q", [...new Set(words)].map((word) => `"${word}"`).join(" "));
      for (const [key, value] of [
        ["hl", "en-US"],
        ["gl", "US"],
        ["ceid", "US:en"],
      ] as const) {
        search.searchParams.set(key, value);
      }
      const { items } = await feeds.fetch(search.href, signal);
      return items.slice(0, MAX_ARTICLES).map((item) => ({
        ...toArticle(item, "Google News"),
        title: withoutPublisher(item.title, item.source),
        excerpt: "",
        content: "",
      }));
    },
  };
}

/** Removes the publisher that Google appends to each title. */
const withoutPublisher = (title: string, publisher: string | null): string =>
  publisher !== null && title.endsWith(` - ${publisher}`) ? title.slice(0, -publisher.length - 3) : title;
