import { z } from "zod";

import { readDate } from "#server/outside/feeds/dates.ts";
import { canonicalUrl } from "#server/outside/http/canonical-url.ts";
import { type ReceivedBytes, readJson } from "#server/outside/http/source-error.ts";
import { textOfHtml } from "#server/outside/pages/html-text.ts";
import { truncateText, oneLine } from "#server/outside/pages/plain-text.ts";

import { type FoundArticle, MAX_SUBMISSIONS } from "./news-source.ts";

const storySchema = z.object({
  objectID: z.string().regex(/^\d+$/u),
  title: z.string().min(1),
  url: z.string().nullish(),
  created_at: z.string(),
  story_text: z.string().nullish(),
});
const answerSchema = z.object({ hits: z.array(z.unknown()) });

/** Returns the submissions from a reply of the Hacker News search. */
export function readSubmissions({ bytes, now }: Pick<ReceivedBytes, "bytes" | "now">): FoundArticle[] {
  const { hits } = readJson(bytes, answerSchema, "Hacker News");
  return hits.slice(0, MAX_SUBMISSIONS).flatMap((hit) => readStory(hit, now) ?? []);
}

function readStory(hit: unknown, now: Date): FoundArticle | null {
  const story = storySchema.safeParse(hit);
  if (!story.success) return null;
  const { objectID, title, url, created_at: createdAt, story_text: text } = story.data;
  const content = textOfHtml(text ?? "");
  return {
    title: oneLine(title).slice(0, 300),
    // Questions to the community have only their discussion as a page.
    url: canonicalUrl(url) ?? `https://news.ycombinator.com/item?id=${objectID}`,
    anchor: null,
    excerpt: truncateText(oneLine(content), 400),
    content: truncateText(content, 5000),
    imageUrl: null,
    source: "Hacker News",
    publishedAt: readDate(createdAt, now),
    feed: null,
  };
}
