import { randomUUID } from "node:crypto";

import pLimit from "p-limit";

import { Places } from "#db/place.ts";
import type { ArticleRow } from "#db/schema.ts";
import type { App } from "#server/app.ts";
import { canonicalUrl, webAddress } from "#server/integrations/canonical-url.ts";
import { cutText, oneLine, readable, textOfHtml } from "#server/integrations/html-text.ts";
import type { FoundArticle } from "#server/integrations/news-source.ts";
import { recordEvents } from "#server/ledger/ledger.service.ts";
import { yieldToEventLoop } from "#server/yield-to-event-loop.ts";
import { stripAnchor, withAnchor, withoutKnown } from "#shared/news/entry-identity.ts";
import { NameIndex } from "#shared/news/news-relevance.ts";
import { Stories, STORY_SPAN_MS, toTelling } from "#shared/news/news-story.ts";
import type { Tool } from "#shared/tools.ts";
import type { User } from "#shared/users.ts";

import { findLastSeq } from "./news-marks.queries.ts";
import {
  insertArticles,
  isToolThere,
  listArticlesAt,
  listArticlesOfPages,
  listKnownArticles,
} from "./news-store.queries.ts";

const MAX_TITLE = 300;
const MAX_EXCERPT = 400;
const MAX_CONTENT = 5000;
const MAX_SOURCE = 100;
const DAY_MS = 86_400_000;
/** Some feeds hold thousands of entries; people who wait for the server come in between. */
const READ_AT_ONCE = 50;
/** Each row goes into several indexes: more of them in one transaction would keep others waiting. */
const STORED_AT_ONCE = 50;
/** What is a story is decided by what is stored, so two must not be at it at once. */
const oneAtATime = pLimit(1);

/** Stores those of the articles found that name the tools, each with every tool that it names; returns how many. */
export async function storeNews(
  app: App,
  tools: readonly Tool[],
  found: readonly FoundArticle[],
  by: User | null = null,
): Promise<number> {
  const names = new NameIndex(tools);
  const byTool = new Map<Tool, FoundArticle[]>();
  for (const [index, candidate] of found.entries()) {
    if (index % READ_AT_ONCE === READ_AT_ONCE - 1) await yieldToEventLoop();
    const article = cleaned(app, candidate);
    if (!article) continue;
    for (const tool of names.namedIn(article)) {
      const articles = byTool.get(tool);
      if (articles) articles.push(article);
      else byTool.set(tool, [article]);
    }
  }
  let added = 0;
  for (const [tool, articles] of byTool)
    added += await oneAtATime(() => storeArticles(app, tool, { articles, by }));
  return added;
}

/** The article as it may be kept, whatever a source sent; nothing when it has no title or no good address. */
function cleaned(app: App, found: FoundArticle): FoundArticle | null {
  const url = canonicalUrl(found.url);
  const title = cutText(oneLine(plain(found.title, MAX_TITLE)), MAX_TITLE);
  if (url === null || title === "") return null;
  const excerpt = cutText(oneLine(plain(found.excerpt, MAX_EXCERPT)), MAX_EXCERPT);
  return {
    title,
    url,
    anchor: found.anchor,
    excerpt,
    content: cutText(readable(plain(found.content, MAX_CONTENT)), MAX_CONTENT) || excerpt,
    imageUrl: webAddress(found.imageUrl),
    source: cutText(oneLine(plain(found.source, MAX_SOURCE)), MAX_SOURCE) || new URL(url).hostname,
    publishedAt: toPublishedAt(app, found.publishedAt),
    feed: found.feed,
  };
}

/** Plain text stays as it is; what still looks like HTML becomes plain. */
function plain(text: string, max: number): string {
  const start = text.slice(0, max * 10);
  return /<[a-z!/]/iu.test(start) ? textOfHtml(start) : start;
}

/** When an article was published: at the latest in a day, and when it was found where the source names no time. */
function toPublishedAt(app: App, published: string | null): string {
  const now = app.now().getTime();
  const time = Date.parse(published ?? "");
  return new Date(Number.isNaN(time) ? now : Math.min(time, now + DAY_MS)).toISOString();
}

type DatedArticle = Pick<
  ArticleRow,
  "title" | "url" | "excerpt" | "content" | "imageUrl" | "source" | "publishedAt"
>;

async function storeArticles(
  app: App,
  tool: Tool,
  { articles, by }: { articles: readonly FoundArticle[]; by: User | null },
): Promise<number> {
  const dated = articles
    .map(({ title, url, anchor, excerpt, content, imageUrl, source, publishedAt }) => ({
      title,
      url: withAnchor(url, anchor),
      excerpt,
      content,
      imageUrl,
      source,
      publishedAt: publishedAt ?? app.now().toISOString(),
    }))
    .toSorted((a, b) => (a.publishedAt < b.publishedAt ? -1 : 1));
  const known = await listKnownArticles(app.db, tool.id, findSpan(dated));
  const elsewhere = await listArticlesAt(
    app.db,
    tool.id,
    dated.map(({ url }) => url),
  );
  const fresh = withoutKnown(dated, [
    ...known,
    ...elsewhere,
    ...(await listOnSharedPages(app, tool, articles)),
  ]);
  const once = [
    ...new Map(fresh.toReversed().map((article) => [article.url, article])).values(),
  ].toReversed();
  const stories = new Stories<Lead>();
  for (const article of known) stories.add(toTelling(article), { place: article.leadPlace });
  let added = 0;
  for (let start = 0; start < once.length; start += STORED_AT_ONCE) {
    const portion = once.slice(start, start + STORED_AT_ONCE);
    const isLast = start + STORED_AT_ONCE >= once.length;
    added += await app.db.transaction().execute(async (db) => {
      const stored = await keepArticles(app, db, tool, { articles: portion, stories });
      if (isLast && by !== null && added + stored > 0) await recordFetch(app, db, tool, by, added + stored);
      return stored;
    });
    app.marks.bump("article");
    await yieldToEventLoop();
  }
  return added;
}

/** What stands for a story: its place once it is known. */
interface Lead {
  place: number;
}

/** Stores some articles of a tool, each in its place and story; returns how many: none when the tool is gone. */
async function keepArticles(
  app: App,
  db: App["db"],
  tool: Tool,
  { articles, stories }: { articles: readonly DatedArticle[]; stories: Stories<Lead> },
): Promise<number> {
  if (!(await isToolThere(db, tool.id))) return 0;
  const places = new Places(db, "news_articles");
  const lastSeq = await findLastSeq(db);
  const rows: ArticleRow[] = [];
  for (const [index, article] of articles.entries()) {
    const place = await places.next(article.publishedAt);
    const telling = toTelling(article);
    const lead = stories.find(telling);
    stories.add(telling, lead ?? { place });
    rows.push({
      ...article,
      place,
      id: randomUUID(),
      seq: lastSeq + index + 1,
      leadPlace: lead?.place ?? null,
      toolId: tool.id,
      toolName: tool.name,
      createdAt: app.now().toISOString(),
    });
  }
  await insertArticles(db, rows);
  return rows.length;
}

/** The event when a person had news looked for; a job's run has one of its own. */
const recordFetch = (app: App, db: App["db"], tool: Tool, by: User, articles: number) =>
  recordEvents(app, db, [
    {
      kind: "tool",
      itemId: tool.id,
      title: tool.name,
      actorId: by.id,
      verb: "fetched",
      detail: { articles },
    },
  ]);

/** What is stored of the pages that several entries of a feed share, from whatever time. */
function listOnSharedPages(app: App, tool: Tool, articles: readonly FoundArticle[]) {
  const shared = articles.filter(({ anchor }) => anchor !== null).map(({ url }) => stripAnchor(url));
  return shared.length === 0 ? [] : listArticlesOfPages(app.db, tool.id, [...new Set(shared)]);
}

function findSpan(sorted: readonly { publishedAt: string }[]): { from: string; to: string } {
  const shifted = (article: { publishedAt: string } | undefined, by: number) =>
    new Date(Date.parse(article?.publishedAt ?? "") + by).toISOString();
  return { from: shifted(sorted[0], -STORY_SPAN_MS), to: shifted(sorted.at(-1), STORY_SPAN_MS + 1) };
}
