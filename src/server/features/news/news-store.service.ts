import { randomUUID } from "node:crypto";

import pLimit from "p-limit";

import type { ArticleRow } from "#db/schema.ts";
import { SortKeys } from "#db/sort-key.ts";
import type { App, Db } from "#server/app.ts";
import { createYielder, yieldToEventLoop } from "#server/kernel/async/promises.ts";
import { recordEvents } from "#server/kernel/ledger/ledger.service.ts";
import { knownNames } from "#server/kernel/links/known-names.service.ts";
import { textOfTitle } from "#server/outside/feeds/title-text.ts";
import { canonicalUrl, webAddress } from "#server/outside/http/canonical-url.ts";
import type { FoundArticle } from "#server/outside/news/news-source.ts";
import { textOfHtml } from "#server/outside/pages/html-text.ts";
import { truncateText, oneLine, cleanText } from "#server/outside/pages/plain-text.ts";
import type { User } from "#shared/accounts/users.ts";
import { findInArticle } from "#shared/mentions/mentions.ts";
import { CLUSTER_SPAN_MS, Clusters, toClusterText } from "#shared/news/article-cluster.ts";
import { stripAnchor, withAnchor, findNewEntries } from "#shared/news/entry-identity.ts";

import { findLastSeq } from "./news-flags.queries.ts";
import {
  addTools,
  insertArticles,
  type LeadArticle,
  listArticlesAt,
  listArticlesOnPages,
  listKnownArticles,
  listLeads,
  listExistingToolIds,
  lockNews,
  type NewsTool,
} from "./news-store.queries.ts";

const MAX_TITLE_LENGTH = 300;
const MAX_EXCERPT_LENGTH = 400;
const MAX_CONTENT_LENGTH = 5000;
const MAX_SOURCE_LENGTH = 100;
const DAY_MS = 86_400_000;
/** Characters of articles in a batch. The known articles for a batch are queried at once. */
const CHARS_PER_BATCH = 200_000;
/**
 * Characters of articles in a transaction. Larger transactions block other writers longer; smaller ones rewrite shared
 * index data more often.
 */
const MAX_CHARS_PER_TRANSACTION = 100_000;
/** Size of a row without its texts, in characters. */
const CHARS_PER_ROW = 500;
/**
 * Stores one batch at a time. Clusters depend on the stored articles, so concurrent batches would keep restarting each
 * other.
 */
const storeLimit = pLimit(1);

/**
 * Stores found articles that mention tools, each once, with links to its tools. `tools` limits them to some tools.
 * Returns the number of articles that are new, or new to one of the tools.
 */
export async function storeNews(
  app: App,
  tools: readonly NewsTool[] | null,
  found: readonly FoundArticle[],
  by: User | null = null,
): Promise<number> {
  if (found.length === 0) return 0;
  const known = await knownNames(app);
  const wantedTools = new Map((tools ?? [...known.tools.values()]).map((tool) => [tool.id, tool]));
  const byTool = new Map<NewsTool, FoundArticle[]>();
  const yieldIfDue = createYielder();
  for (const candidate of found) {
    await yieldIfDue();
    const article = cleanArticle(app, candidate);
    if (!article) continue;
    for (const id of findInArticle(known.finder, article)) {
      const tool = wantedTools.get(id);
      if (!tool) continue;
      const articles = byTool.get(tool);
      if (articles) articles.push(article);
      else byTool.set(tool, [article]);
    }
  }
  let added = 0;
  // A batch holds several tools, because a transaction for each tool would cost ten times as much.
  const articlesByTool = [...byTool].map(([tool, articles]) => ({ tool, articles }));
  for (const batch of splitByLength(articlesByTool, CHARS_PER_BATCH, ({ articles }) =>
    sum(articles.map(countChars)),
  )) {
    added += await storeLimit(() => storeBatch(app, batch, by));
    await yieldToEventLoop();
  }
  return added;
}

/** Articles by tool. */
type Batch = { tool: NewsTool; articles: FoundArticle[] }[];

/** Splits items into batches of at most `max` characters, at least one item each. */
function splitByLength<Item>(items: readonly Item[], max: number, charsOf: (item: Item) => number): Item[][] {
  const parts: Item[][] = [];
  let remaining = 0;
  for (const item of items) {
    const chars = charsOf(item);
    const part = remaining >= chars ? parts.at(-1) : undefined;
    remaining = (part ? remaining : max) - chars;
    if (part) part.push(item);
    else parts.push([item]);
  }
  return parts;
}

const countChars = ({ title, content }: Pick<ArticleRow, "title" | "content">): number =>
  CHARS_PER_ROW + title.length + (content?.length ?? 0);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Returns the article with its fields in valid form. Returns null if it has no title or no valid URL. */
function cleanArticle(app: App, found: FoundArticle): FoundArticle | null {
  const url = canonicalUrl(found.url);
  // Feed titles are already plain text, where angle brackets are literal.
  const plainTitle = found.feed ? found.title : textOfTitle(found.title.slice(0, MAX_TITLE_LENGTH * 10));
  const title = truncateText(oneLine(plainTitle), MAX_TITLE_LENGTH);
  if (url === null || title === "") return null;
  const plain = found.feed ? (text: string) => text : plainText;
  const excerpt = truncateText(oneLine(plain(found.excerpt, MAX_EXCERPT_LENGTH)), MAX_EXCERPT_LENGTH);
  return {
    title,
    url,
    anchor: found.anchor,
    excerpt,
    content: truncateText(cleanText(plain(found.content, MAX_CONTENT_LENGTH)), MAX_CONTENT_LENGTH) || excerpt,
    imageUrl: webAddress(found.imageUrl),
    source:
      truncateText(oneLine(plain(found.source, MAX_SOURCE_LENGTH)), MAX_SOURCE_LENGTH) ||
      new URL(url).hostname,
    publishedAt: toPublishedAt(app, found.publishedAt),
    feed: found.feed,
  };
}

/** Returns plain text unchanged and strips HTML from other text. */
function plainText(text: string, max: number): string {
  const start = text.slice(0, max * 10);
  return /<[a-z!/]/iu.test(start) ? textOfHtml(start) : start;
}

/** Returns the publication time, at most one day in the future. Defaults to the current time. */
function toPublishedAt(app: App, published: string | null): string {
  const now = app.now().getTime();
  const time = Date.parse(published ?? "");
  return new Date(Number.isNaN(time) ? now : Math.min(time, now + DAY_MS)).toISOString();
}

type DatedArticle = Pick<
  ArticleRow,
  "title" | "url" | "excerpt" | "content" | "imageUrl" | "source" | "publishedAt"
>;

/** Stores the new articles of a batch. Returns their number. */
async function storeBatch(app: App, batch: Batch, by: User | null): Promise<number> {
  for (let added = 0; ;) {
    const seqBefore = await findLastSeq(app.db);
    const fresh = await findFresh(app, batch);
    const stored = await storeFresh(app, fresh, { seqBefore, addedBefore: added, by });
    added += stored.added;
    if (stored.isComplete) return added;
  }
}

interface StoreOptions {
  /** Number of the last stored article when the articles were found to be new. */
  seqBefore: number;
  addedBefore: number;
  by: User | null;
}

/**
 * Stores articles in several transactions, and stops if another process stores some in between. Returns the number of
 * stored articles, and whether all are stored.
 */
async function storeFresh(
  app: App,
  fresh: readonly FreshArticle[],
  { seqBefore, addedBefore, by }: StoreOptions,
): Promise<{ added: number; isComplete: boolean }> {
  const parts = splitByLength(fresh, MAX_CHARS_PER_TRANSACTION, ({ article }) => countChars(article));
  let added = 0;
  let lastSeq = seqBefore;
  for (const [index, part] of parts.entries()) {
    const total = addedBefore + added;
    const isLast = index === parts.length - 1;
    const stored = await app.db.transaction().execute(async (db) => {
      const storedPart = await storeArticles(app, db, part, lastSeq);
      const [tool] = part[0]?.tools ?? [];
      if (storedPart !== null && isLast && by !== null && tool && total + storedPart.added > 0)
        await recordFetch(app, db, tool, by, total + storedPart.added);
      return storedPart;
    });
    if (stored === null) return { added, isComplete: false };
    for (const [lead, { place }] of stored.leads) lead.place = place;
    added += stored.added;
    lastSeq += stored.rows;
    await yieldToEventLoop();
  }
  return { added, isComplete: true };
}

/** Article that is new to some tools, with its cluster. */
interface FreshArticle {
  tools: NewsTool[];
  article: DatedArticle;
  lead: Lead;
  /** False if the article is already stored for other tools. */
  isNew: boolean;
}

/** Lead of a cluster. `place` is the sort key of its first article, or null until that article is stored. */
interface Lead {
  place: number | null;
}

/** Returns the articles of a batch that are new to some of their tools, oldest first. */
async function findFresh(app: App, batch: Batch): Promise<FreshArticle[]> {
  const batchArticles = batch.map(({ tool, articles }) => ({
    tool,
    pages: articles.filter(({ anchor }) => anchor !== null).map(({ url }) => stripAnchor(url)),
    dated: toDated(app, articles),
  }));
  const addresses = new Set(batchArticles.flatMap(({ dated }) => dated.map(({ url }) => url)));
  const stored = await listArticlesAt(app.db, [...addresses]);
  const storedByTool = byToolId(stored);
  // A feed without new entries is recognized by its URLs alone, which saves the queries below.
  const incomplete = batchArticles.filter(({ tool, dated }) => {
    const urls = new Set(storedByTool.get(tool.id)?.map(({ url }) => url));
    return dated.some(({ url }) => !urls.has(url));
  });
  if (incomplete.length === 0) return [];
  const spans = incomplete.map(({ tool, dated }) => ({ toolId: tool.id, ...findSpan(dated) }));
  const knownByTool = byToolId(await listKnownArticles(app.db, spans));
  const pages = [...new Set(incomplete.flatMap(({ pages: shared }) => shared))];
  const onPages = byToolId(pages.length === 0 ? [] : await listArticlesOnPages(app.db, pages));
  const leads = new Map<number, Lead>();
  const leadAt = (place: number): Lead => {
    const lead = leads.get(place) ?? { place };
    leads.set(place, lead);
    return lead;
  };
  const fresh = new Map<string, { article: DatedArticle; tools: NewsTool[] }>();
  const clusters = new Map<string, Clusters<Lead>>();
  for (const { tool, dated } of incomplete) {
    const known = knownByTool.get(tool.id) ?? [];
    const atSameAddress = [...(storedByTool.get(tool.id) ?? []), ...(onPages.get(tool.id) ?? [])];
    const toolClusters = new Clusters<Lead>();
    for (const article of known) toolClusters.add(toClusterText(article), leadAt(article.leadPlace));
    clusters.set(tool.id, toolClusters);
    for (const article of findNewEntries(dated, [...known, ...atSameAddress])) {
      const entry = fresh.get(article.url) ?? { article, tools: [] };
      fresh.set(article.url, entry);
      if (!entry.tools.includes(tool)) entry.tools.push(tool);
    }
  }
  const leadPlaceByUrl = new Map(stored.map(({ url, leadPlace }) => [url, leadPlace]));
  return [...fresh.values()].toSorted(byTime).map(({ article, tools }) => {
    const place = leadPlaceByUrl.get(article.url);
    if (place !== undefined) return { tools, article, lead: leadAt(place), isNew: false };
    const text = toClusterText(article);
    const known = tools.map(({ id }) => clusters.get(id)?.find(text)).find((lead) => lead !== undefined);
    const lead = known ?? { place: null };
    for (const { id } of tools) clusters.get(id)?.add(text, lead);
    return { tools, article, lead, isNew: true };
  });
}

const byTime = (one: { article: DatedArticle }, other: { article: DatedArticle }): number =>
  Date.parse(one.article.publishedAt) - Date.parse(other.article.publishedAt);

const byToolId = <Row extends { toolId: string }>(rows: readonly Row[]): Map<string, Row[]> =>
  Map.groupBy(rows, ({ toolId }) => toolId);

const toDated = (app: App, articles: readonly FoundArticle[]): DatedArticle[] =>
  articles
    .map(({ url, anchor, publishedAt, feed: _feed, ...article }) => ({
      ...article,
      url: withAnchor(url, anchor),
      publishedAt: publishedAt ?? app.now().toISOString(),
    }))
    .toSorted((a, b) => (a.publishedAt < b.publishedAt ? -1 : 1));

/** Result of one transaction. */
interface StoredArticles {
  added: number;
  /** Number of new rows. */
  rows: number;
  leads: ReadonlyMap<Lead, LeadArticle>;
}

/**
 * Stores articles with their sort keys, clusters and links to tools. Skips deleted tools. Returns null and stores
 * nothing if other articles were stored after `seqBefore`, because these may be the same.
 */
async function storeArticles(
  app: App,
  db: Db,
  fresh: readonly FreshArticle[],
  seqBefore: number,
): Promise<StoredArticles | null> {
  await lockNews(db);
  const lastSeq = await findLastSeq(db);
  if (lastSeq !== seqBefore) return null;
  const existingToolIds = await listExistingToolIds(db, [
    ...new Set(fresh.flatMap(({ tools }) => tools.map(({ id }) => id))),
  ]);
  const leadPlaces = fresh.flatMap(({ lead }) => lead.place ?? []);
  const known = await listLeads(db, leadPlaces);
  const leadAt = new Map(known.map((lead) => [lead.place, lead]));
  const places = new SortKeys(db, "news_articles");
  await places.lookUp(fresh.filter(({ isNew }) => isNew).map(({ article }) => article.publishedAt));
  const leads = new Map<Lead, LeadArticle>();
  const rows: ArticleRow[] = [];
  const additions = new Map<string, { lead: LeadArticle; tool: NewsTool }>();
  let added = 0;
  for (const { tools, article, lead, isNew } of fresh) {
    const existingTools = tools.filter(({ id }) => existingToolIds.has(id));
    const [firstTool] = existingTools;
    const existingLead = leads.get(lead) ?? leadAt.get(lead.place ?? -1);
    // Articles without a lead were deleted since they were found.
    if (!firstTool || (!isNew && !existingLead)) continue;
    const id = randomUUID();
    const { title, publishedAt } = article;
    const place = isNew ? await places.next(publishedAt) : 0;
    const leadArticle = existingLead ?? {
      id,
      place,
      title,
      publishedAt,
      toolId: firstTool.id,
      toolName: firstTool.name,
    };
    leads.set(lead, leadArticle);
    if (isNew)
      rows.push({
        ...article,
        place,
        id,
        seq: lastSeq + rows.length + 1,
        leadPlace: existingLead?.place ?? null,
        toolId: leadArticle.toolId,
        toolName: leadArticle.toolName,
        createdAt: app.now().toISOString(),
      });
    for (const tool of existingTools)
      if (tool.id !== leadArticle.toolId)
        additions.set(`${leadArticle.id} ${tool.id}`, { lead: leadArticle, tool });
    added += 1;
  }
  // The full-text index flushes at each row with a lower key than the last one.
  if (rows.length > 0)
    await insertArticles(
      db,
      rows.toSorted((a, b) => a.place - b.place),
    );
  await addTools(db, [...additions.values()]);
  return { added, rows: rows.length, leads };
}

/** Records that a user fetched news. Jobs record their own event. */
const recordFetch = (app: App, db: Db, tool: NewsTool, by: User, articles: number) =>
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

function findSpan(sorted: readonly { publishedAt: string }[]): { from: string; to: string } {
  const shifted = (article: { publishedAt: string } | undefined, by: number) =>
    new Date(Date.parse(article?.publishedAt ?? "") + by).toISOString();
  return { from: shifted(sorted[0], -CLUSTER_SPAN_MS), to: shifted(sorted.at(-1), CLUSTER_SPAN_MS + 1) };
}
