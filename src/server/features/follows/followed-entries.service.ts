import type { App } from "#server/app.ts";
import { latestComments } from "#server/features/comments/comments.service.ts";
import { latestNews } from "#server/features/news/news.service.ts";
import { latestPapers } from "#server/features/papers/papers.service.ts";
import { promptLibrary, starredPrompts } from "#server/features/prompts/prompts.service.ts";
import { readingLibrary } from "#server/features/readings/readings.service.ts";
import { listTools } from "#server/features/tools/tools.service.ts";
import { yieldToEventLoop } from "#server/kernel/async/promises.ts";
import { listItems } from "#server/kernel/items/library.service.ts";
import { listLatestMatches } from "#server/kernel/search/search.service.ts";
import type { FeedEntry } from "#server/outside/feeds/written-feed.ts";
import { webAddress } from "#server/outside/http/canonical-url.ts";
import { personName } from "#shared/accounts/user-rules.ts";
import type { User } from "#shared/accounts/users.ts";
import type { Comment } from "#shared/comments/comments.ts";
import { type FollowedView, MAX_FEED_ENTRIES } from "#shared/follows.ts";
import { itemAddress, type ItemKey } from "#shared/kernel/item-address.ts";
import type { Page } from "#shared/kernel/paging.ts";
import type { Article } from "#shared/news/news.ts";
import { contributionSentence } from "#shared/papers/abstract-sentences.ts";
import { EXTRACT_SOURCE } from "#shared/papers/paper-words.ts";
import type { Paper } from "#shared/papers/papers.ts";
import { matchesPromptFilter } from "#shared/prompts/prompt-filter.ts";
import type { Prompt } from "#shared/prompts/prompts.ts";
import { matchesReadingFilter } from "#shared/readings/reading-filter.ts";
import type { Reading } from "#shared/readings/readings.ts";
import type { SearchResult, TextPart } from "#shared/search/search.ts";
import { plainTex } from "#shared/tex/tex-text.ts";
import { isolate } from "#shared/texts/escaping.ts";
import { matchesToolFilter } from "#shared/tools/tool-filter.ts";
import type { Tool } from "#shared/tools/tools.ts";

/** Number of library items checked before yielding to other work. */
const ITEMS_PER_SLICE = 100;

/** Returns the items of a view as feed entries, latest first, as this user sees them. */
export async function listEntries(
  app: App,
  user: User,
  { section, filter }: FollowedView,
): Promise<FeedEntry[]> {
  const writers = entryWriters(app);
  switch (section) {
    case "tools": {
      const now = app.now();
      const tools = await latestMatching(
        (slice) => listTools(app, slice),
        (tool) => matchesToolFilter(tool, filter, now),
      );
      return tools.map(writers.tool);
    }
    case "prompts": {
      const starred = await starredPrompts(app, user);
      const prompts = await latestMatching(
        (slice) => listItems(app, promptLibrary, slice),
        (prompt) => matchesPromptFilter({ ...prompt, isStarred: starred.has(prompt.id) }, filter),
      );
      return prompts.map(writers.prompt);
    }
    case "readings": {
      const readings = await latestMatching(
        (slice) => listItems(app, readingLibrary, slice),
        (reading) => matchesReadingFilter(reading, filter),
      );
      return readings.map(writers.reading);
    }
    case "news": {
      const { search, toolId, show } = filter;
      const query = { search, show, toolId: toolId ?? undefined };
      return (await latestNews(app, user, query, MAX_FEED_ENTRIES)).map(writers.article);
    }
    case "papers": {
      const { search, category, from, to, show } = filter;
      const query = {
        search,
        show,
        category: category ?? undefined,
        from: from ?? undefined,
        to: to ?? undefined,
      };
      return (await latestPapers(app, user, query, MAX_FEED_ENTRIES)).map(writers.paper);
    }
    case "discussion": {
      const { title, comments } = await latestComments(app, filter.ref, MAX_FEED_ENTRIES);
      return comments.map((comment) => writers.comment(comment, title));
    }
    default: {
      const query = { q: filter.search, kind: filter.kind, limit: MAX_FEED_ENTRIES };
      return (await listLatestMatches(app, query, new AbortController().signal)).map(writers.found);
    }
  }
}

/** Returns the first `MAX_FEED_ENTRIES` matching items of a list. */
async function latestMatching<Item>(
  read: (slice: { limit: number; cursor: string | undefined }) => Promise<Page<Item>>,
  matches: (item: Item) => boolean,
): Promise<Item[]> {
  const found: Item[] = [];
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await read({ limit: ITEMS_PER_SLICE, cursor });
    found.push(...items.filter(matches));
    cursor = nextCursor ?? undefined;
    await yieldToEventLoop();
  } while (cursor !== undefined && found.length < MAX_FEED_ENTRIES);
  return found.slice(0, MAX_FEED_ENTRIES);
}

/** Returns functions that convert items of each kind to feed entries. */
function entryWriters({ publicUrl }: App) {
  const itemUrl = (item: ItemKey): string => `${publicUrl}${itemAddress(item)}`;
  const linkToItem = (item: ItemKey) => ({ label: "Open in StackLoop", url: itemUrl(item) });
  const externalLink = (label: string, address: string | null) => {
    const url = webAddress(address);
    return url === null ? [] : [{ label, url }];
  };
  return {
    tool: (tool: Tool): FeedEntry => ({
      id: tool.id,
      title: tool.name,
      url: itemUrl({ kind: "tool", id: tool.id }),
      paragraphs: nonEmpty(tool.use, tool.capabilities, tool.notes),
      links: externalLink("Website", tool.url),
      imageUrl: null,
      authors: nonEmpty(tool.company),
      tags: tool.tags,
      publishedAt: null,
      updatedAt: tool.dateUpdated,
    }),
    prompt: (prompt: Prompt): FeedEntry => ({
      id: prompt.id,
      title: prompt.name,
      url: itemUrl({ kind: "prompt", id: prompt.id }),
      paragraphs: nonEmpty(prompt.purpose, prompt.prompt, prompt.notes),
      links: [],
      imageUrl: null,
      authors: nonEmpty(prompt.promptAuthor),
      tags: prompt.tags,
      publishedAt: null,
      updatedAt: prompt.dateUpdated,
    }),
    reading: (reading: Reading): FeedEntry => ({
      id: reading.id,
      title: reading.title,
      url: itemUrl({ kind: "reading", id: reading.id }),
      paragraphs: nonEmpty(reading.topic, reading.notes),
      links: [],
      imageUrl: reading.imageUrl?.startsWith("/")
        ? `${publicUrl}${reading.imageUrl}`
        : webAddress(reading.imageUrl),
      authors: [reading.author],
      tags: reading.tags,
      publishedAt: reading.createdAt,
      updatedAt: reading.updatedAt,
    }),
    article: (article: Article): FeedEntry => ({
      id: article.id,
      title: article.title,
      url: webAddress(article.url) ?? itemUrl({ kind: "article", id: article.id }),
      paragraphs: nonEmpty(article.excerpt ?? article.content),
      links: [linkToItem({ kind: "article", id: article.id })],
      imageUrl: null,
      authors: nonEmpty(article.source),
      tags: article.tools.map(({ name }) => name),
      ...publicationTimes(article),
    }),
    paper: (paper: Paper): FeedEntry => ({
      id: paper.id,
      title: paper.isWithdrawn ? `Withdrawn: ${plainTex(paper.title)}` : plainTex(paper.title),
      url: webAddress(paper.url) ?? itemUrl({ kind: "paper", id: paper.id }),
      paragraphs: [...sentenceOf(paper), ...summaryOf(paper), plainTex(paper.abstract)],
      links: [
        ...(paper.isWithdrawn ? [] : externalLink("PDF", paper.pdfUrl)),
        linkToItem({ kind: "paper", id: paper.id }),
      ],
      imageUrl: null,
      authors: paper.authors.split(", "),
      tags: paper.categories,
      ...publicationTimes(paper),
    }),
    comment: (comment: Omit<Comment, "mentions">, title: string): FeedEntry => ({
      id: comment.id,
      title: `Comment on ${isolate(title)}`,
      url: `${publicUrl}${itemAddress({ kind: comment.kind, id: comment.itemId }, comment.id)}`,
      paragraphs: comment.content.split(/\n{2,}/u),
      links: [],
      imageUrl: null,
      authors: [personName(comment.user)],
      tags: [],
      publishedAt: comment.createdAt,
      updatedAt: comment.updatedAt,
    }),
    found: (result: SearchResult): FeedEntry => ({
      id: result.id,
      title: result.kind === "comment" ? `Comment on ${isolate(textOf(result.title))}` : textOf(result.title),
      url: `${publicUrl}${result.address}`,
      paragraphs: [textOf(result.snippet)],
      links: [],
      imageUrl: null,
      authors: nonEmpty(result.people),
      tags: [],
      publishedAt: null,
      updatedAt: result.date,
    }),
  };
}

const nonEmpty = (...texts: (string | null)[]): string[] => texts.flatMap((text) => (text ? [text] : []));
const textOf = (parts: readonly TextPart[]): string => parts.map(({ text }) => text).join("");

/** Returns the sentence that says what the authors do. Returns nothing if the abstract begins with it. */
const sentenceOf = ({ abstract }: Paper): string[] => {
  const sentence = contributionSentence(abstract);
  return abstract.startsWith(sentence) ? [] : [plainTex(sentence)];
};

/** Returns a summary with its source. Omits extracts, because they only repeat the abstract. */
const summaryOf = ({ pplxSummary, summarySource }: Paper): string[] =>
  pplxSummary === null || summarySource === EXTRACT_SOURCE
    ? []
    : [`Summary${summarySource === null ? "" : ` (${summarySource})`}: ${pplxSummary}`];

/** For items found after their publication, the time of discovery is the time of the update. */
const publicationTimes = ({ publishedAt, createdAt }: { publishedAt: string; createdAt: string }) => ({
  publishedAt,
  updatedAt: createdAt > publishedAt ? createdAt : publishedAt,
});
