import type { FeedFetcher, FeedItem, FeedOrigin } from "#server/outside/feeds/feed.ts";
import type { WebPages } from "#server/outside/pages/page.ts";
import type { FeedReading } from "#shared/news/feeds.ts";

const MAX_FEEDS = 2;
/** Maximum number of submissions to Hacker News about a tool. */
export const MAX_SUBMISSIONS = 30;
const SECONDARY_FEED = /comments?|kommentare|podcast|changelog|releases?\b/iu;

/** Source of news from a tool's own site: the feeds that its page announces. */
export function createSiteFeed(pages: WebPages, feeds: FeedFetcher): NewsSource {
  return {
    name: "The tool's own site",
    isPerTool: true,
    async findArticles({ name, url }, signal) {
      const page = url === null ? null : await pages.read(url, signal);
      const announced = (page?.feeds ?? []).filter(
        (feed) => !SECONDARY_FEED.test(`${feed.text} ${new URL(feed.url).pathname}`),
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

/** Tool to find news for. */
interface NewsSubject {
  name: string;
  company: string | null;
  url: string | null;
}

export interface FoundArticle {
  title: string;
  /** Canonical address. With the anchor, if any, it identifies the article. */
  url: string;
  /** Distinguishes entries of a feed that share an address. Null if the address is unique. */
  anchor: string | null;
  /** Plain text, at most a few sentences. Empty if the source has none. */
  excerpt: string;
  /** Plain text. */
  content: string;
  imageUrl: string | null;
  /** Publisher, as shown to readers. */
  source: string;
  /** Null if the source has none. */
  publishedAt: string | null;
  /** Feed of the article. Null if a search found it. */
  feed: FeedOrigin | null;
}

/**
 * Source of articles that may be about a tool. Its results are not checked for relevance: a search for "Cursor" also
 * returns articles about mouse pointers.
 */
export interface NewsSource {
  /** Name of the source in reports. */
  name: string;
  /** True if each tool has its own site, so that one failure says nothing about other tools. */
  isPerTool?: boolean;
  findArticles(subject: NewsSubject, signal?: AbortSignal): Promise<FoundArticle[]>;
}

/** Converts a feed entry to an article. `publisher` is the default if the entry names none. */
const toArticle = (
  { title, url, anchor, excerpt, contentText, imageUrl, publishedAt, source, feed }: FeedItem,
  publisher: string,
): FoundArticle => ({
  title,
  url,
  anchor,
  excerpt,
  content: contentText,
  imageUrl,
  source: source ?? publisher,
  publishedAt,
  feed,
});

const MAX_ARTICLES = 30;

/**
 * News from Google's RSS search. Off by default, since the feed's terms allow personal use only. Its links are Google
 * redirects, and its descriptions are lists of other headlines.
 */
export function createGoogleNews(feeds: FeedFetcher, url: string): NewsSource {
  return {
    name: "Google News",
    async findArticles({ name, company }, signal) {
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

const OPML_TITLE = "StackLoop news feeds";

/** Exports the list of feeds for any feed reader. */
export async function writeOpml(feeds: readonly FeedAddress[], now: Date): Promise<string> {
  // Loaded on demand, because the start doesn't need it.
  const { generateOpml } = await import("feedsmith");
  const outlines = feeds.map(({ title, url }) => ({ type: "rss", text: title, title, xmlUrl: url }));
  if (outlines.length > 0)
    return generateOpml({ head: { title: OPML_TITLE, dateCreated: now }, body: { outlines } });
  // The library rejects an empty list, but it is valid.
  return `<?xml version="1.0" encoding="utf-8"?>
<opml version="2.0">
  <head>
    <title>${OPML_TITLE}</title>
    <dateCreated>${now.toUTCString()}</dateCreated>
  </head>
  <body/>
</opml>
`;
}

/** Feed of the team's list. */
export interface FeedAddress {
  title: string;
  url: string;
}

/** AI news feeds of a new installation. Administrators may change the list. */
export const STARTER_FEEDS: readonly FeedAddress[] = [
  { title: "OpenAI News", url: "https://openai.com/news/rss.xml" },
  { title: "Google DeepMind", url: "https://deepmind.google/blog/rss.xml" },
  { title: "Hugging Face Blog", url: "https://huggingface.co/blog/feed.xml" },
  { title: "Google AI Blog", url: "https://blog.google/technology/ai/rss/" },
  { title: "Microsoft Research Blog", url: "https://www.microsoft.com/en-us/research/feed/" },
  { title: "NVIDIA Blog", url: "https://blogs.nvidia.com/feed/" },
  { title: "AWS Machine Learning Blog", url: "https://aws.amazon.com/blogs/machine-learning/feed/" },
  { title: "GitHub Blog: AI and ML", url: "https://github.blog/ai-and-ml/feed/" },
  { title: "TechCrunch: AI", url: "https://techcrunch.com/category/artificial-intelligence/feed/" },
  { title: "The Verge: AI", url: "https://www.theverge.com/rss/ai-artificial-intelligence/index.xml" },
  { title: "Ars Technica: AI", url: "https://arstechnica.com/ai/feed/" },
  {
    title: "MIT Technology Review: AI",
    url: "https://www.technologyreview.com/topic/artificial-intelligence/feed",
  },
  { title: "Simon Willison's Weblog", url: "https://simonwillison.net/atom/everything/" },
];

/** Team feed with the result of reading it. */
export interface TeamFeed {
  title: string;
  articles: FoundArticle[];
  /** New address after a permanent redirect. */
  movedTo: string | null;
  /** Number of usable entries, and the problems with the others. */
  reading: FeedReading;
}

/** Reads one of the team's feeds. */
export async function readTeamFeed(feeds: FeedFetcher, url: string, signal?: AbortSignal): Promise<TeamFeed> {
  const { title, items, movedTo, reading } = await feeds.fetch(url, signal);
  const articles = items.map((item) => toArticle(item, title || new URL(url).hostname));
  return { title, articles, movedTo, reading };
}
