import { z } from "zod";

import { canonicalUrl } from "./canonical-url.ts";
import { readDate } from "./dates.ts";
import { oneLine, textOfHtml, cutText } from "./html-text.ts";
import type { HttpClient } from "./http-client.ts";
import { readJson } from "./json-reply.ts";
import type { FoundArticle, NewsSource } from "./news-source.ts";

const MAX_BYTES = 1_000_000;
const MAX_STORIES = 30;
const DAYS = 60;

const storySchema = z.object({
  objectID: z.string().regex(/^\d+$/u),
  title: z.string().min(1),
  url: z.string().nullish(),
  created_at: z.string(),
  story_text: z.string().nullish(),
});
const answerSchema = z.object({ hits: z.array(z.unknown()) });

interface HackerNewsOptions {
  http: HttpClient;
  /** The search API's base address. */
  url: string;
  now: () => Date;
}

/** Stories on Hacker News, by the search that Algolia runs for it (https://hn.algolia.com/api). */
export function createHackerNews({ http, url, now }: HackerNewsOptions): NewsSource {
  return {
    name: "Hacker News",
    async about({ name }, signal) {
      const query = new URL(`${url.replace(/\/$/u, "")}/search_by_date`);
      const since = Math.floor(now().getTime() / 1000) - DAYS * 24 * 60 * 60;
      query.searchParams.set("query", `"${name.replaceAll('"', " ")}"`);
      query.searchParams.set("tags", "story");
      query.searchParams.set("restrictSearchableAttributes", "title");
      query.searchParams.set("numericFilters", `created_at_i>${since}`);
      query.searchParams.set("hitsPerPage", String(MAX_STORIES));
      const reply = await http.send({ url: query.href, maxBytes: MAX_BYTES, signal });
      const { hits } = readJson(reply.body, answerSchema, "Hacker News");
      return hits.slice(0, MAX_STORIES).flatMap((hit) => readStory(hit, now()) ?? []);
    },
  };
}

function readStory(hit: unknown, now: Date): FoundArticle | null {
  const story = storySchema.safeParse(hit);
  if (!story.success) return null;
  const { objectID, title, url, created_at: createdAt, story_text: text } = story.data;
  const content = textOfHtml(text ?? "");
  return {
    title: oneLine(title).slice(0, 300),
    // A question to the community has no page but its own discussion.
    url: canonicalUrl(url) ?? `https://news.ycombinator.com/item?id=${objectID}`,
    anchor: null,
    excerpt: cutText(oneLine(content), 400),
    content: cutText(content, 5000),
    imageUrl: null,
    source: "Hacker News",
    publishedAt: readDate(createdAt, now),
    feed: null,
  };
}
