import type { FeedFetcher } from "#server/outside/feeds/feed.ts";
import type { FeedReading } from "#shared/news/feeds.ts";

import { type FoundArticle, toArticle } from "./news-source.ts";

const HEAD = "StackLoop news feeds";

/** Exports the list of feeds for any feed reader. */
export async function writeOpml(feeds: readonly FeedAddress[], now: Date): Promise<string> {
  // Not loaded at start, where it isn't needed.
  const { generateOpml } = await import("feedsmith");
  const outlines = feeds.map(({ title, url }) => ({ type: "rss", text: title, title, xmlUrl: url }));
  if (outlines.length > 0)
    return generateOpml({ head: { title: HEAD, dateCreated: now }, body: { outlines } });
  // The library rejects an empty list, but it is valid.
  return `<?xml version="1.0" encoding="utf-8"?>
<opml version="2.0">
  <head>
    <title>${HEAD}</title>
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
